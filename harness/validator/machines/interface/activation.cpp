#include "validator/machines/interface/activation.h"

#include "rules/activation.h"
#include "rules/threads.h"

#include <algorithm>

namespace cts {

// The year and month of an OpenMP specification, as _OPENMP gives it, or of a future one.
static bool dates_a_version(u32 value) {
  // Versions 1.0 to 6.0 (in Fortran and C) and the technical reports between them, which compilers
  // and runtimes have reported as their version.
  static constexpr u32 dates[] = {199710, 199810, 199911, 200011, 200203, 200505, 200805,
                                  201107, 201211, 201307, 201411, 201511, 201611, 201711,
                                  201807, 201811, 201911, 202008, 202011, 202107, 202111,
                                  202211, 202311, 202408, 202411};
  const u32 month = value % 100;
  return std::find(std::begin(dates), std::end(dates), value) != std::end(dates) ||
         (value > 202411 && value < 210000 && month >= 1 && month <= 12);
}

void Activation::on(const Here &here, const event::start_tool &e) {
  judge.require(dates_a_version(e.omp_version),
                [&] { return start_tool_omp_version::no_version{.omp_version = e.omp_version}; });
  judge.require(!e.runtime_version.empty(), [&] { return start_tool_runtime_version::no_text{}; });
  // A second start while the tool is active activates it twice: a runtime instance has one tool.
  // After finalization, a restarted runtime may activate the tool again.
  judge.require(state_ == State::outside || state_ == State::inherited || state_ == State::over,
                [&] {
                  return start_tool_once_per_runtime_instance::called_again{}.why(
                      "the tool was started here", started_);
                });
  omp_version_ = e.omp_version;
  started_ = here.ref;
  state_ = State::pending;
}

std::string Activation::problem() const {
  const std::string told = trace_.environment("omp_version");
  return omp_version_ && !told.empty() && told != std::to_string(*omp_version_)
             ? fmt::format("the metadata gives '{}' as the OpenMP version, the events {}", told,
                           *omp_version_)
             : "";
}

void Activation::on(const Here &here, const event::tool_initialize &e) {
  judge.require(e.lookup != 0, [&] { return init_lookup_nonnull::null{}; });
  judge.require(e.tool_data == e.tool_data_expected, [&] {
    return init_tool_data_pointer::another_address{.tool_data = e.tool_data,
                                                   .tool_data_expected = e.tool_data_expected};
  });
  judge.require(state_ == State::pending,
                [&] { return start_tool_once_per_runtime_instance::not_started{}; });
  initialized_ = here.ref;
  state_ = State::initializing;
  pending_thread_ = here.ref.thread;
}

void Activation::on(const Here &, const event::tool_initialized &e) {
  state_ = e.result ? State::active : State::over;
  if (e.result)
    judge.held(rule::init_nonzero_activates);
  judge.held(rule::init_host_thread); // any thread may run it
}

void Activation::at_the_edge(const Here &here) {
  // While the initializer runs, only an event of the initializing thread is surely too early.
  const bool early = state_ == State::outside || state_ == State::pending ||
                     (state_ == State::initializing && here.ref.thread == pending_thread_);
  judge.require(!early, [&] {
    return init_before_any_event::early{.event = here.code}.why("the initializer began here",
                                                                initialized_);
  });
  judge.require(!early, [&] { return pending_no_callbacks::early{.event = here.code}; });
  if (here.code == ompt_callback_thread_begin)
    judge.require(!early, [&] {
      return initial_thread_begin_after_init::early{}.why("the initializer began here",
                                                          initialized_);
    });
}

} // namespace cts
