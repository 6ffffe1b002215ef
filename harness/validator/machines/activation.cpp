// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "validator/machines/activation.h"

#include <algorithm>

namespace cts {

using namespace ompt_abi;

// The year and month of an OpenMP specification, as _OPENMP gives it, or of one to come.
static bool dates_a_version(u32 value) {
  // Versions 1.0 to 6.0 (in Fortran and C) and the technical reports between them, which compilers
  // and runtimes have named as theirs.
  static constexpr u32 dates[] = {199710, 199810, 199911, 200011, 200203, 200505, 200805,
                                  201107, 201211, 201307, 201411, 201511, 201611, 201711,
                                  201807, 201811, 201911, 202008, 202011, 202107, 202111,
                                  202211, 202311, 202408, 202411};
  const u32 month = value % 100;
  return std::find(std::begin(dates), std::end(dates), value) != std::end(dates) ||
         (value > 202411 && value < 210000 && month >= 1 && month <= 12);
}

void Activation::on(const Here &here, const event::start_tool &e) {
  judge.require(Rule::start_tool_omp_version, dates_a_version(e.omp_version), [&] {
    return Message(
        "ompt_start_tool got {} as the value of _OPENMP, which is that of no version of OpenMP",
        e.omp_version);
  });
  judge.require(Rule::start_tool_runtime_version, !e.runtime_version.empty(),
                [&] { return Message("ompt_start_tool got no text for the runtime's version"); });
  // A second start while the tool is active is a second activation of it: one tool per runtime
  // instance. After finalization a restart of the runtime may activate it again.
  judge.require(Rule::start_tool_once_per_runtime_instance,
                state_ == State::outside || state_ == State::inherited || state_ == State::over,
                [&] {
                  return Message("ompt_start_tool was called again while the tool was active")
                      .why("the tool was started here", started_);
                });
  started_ = here.ref;
  state_ = State::pending;
}

void Activation::on(const Here &here, const event::tool_initialize &e) {
  judge.require(Rule::init_lookup_nonnull, e.lookup != 0,
                [&] { return Message("the initializer got NULL for the lookup function"); });
  judge.require(Rule::init_tool_data_pointer, e.tool_data == e.tool_data_expected, [&] {
    return Message("the initializer got tool_data {:#x}, but the tool's structure has it at {:#x}",
                   e.tool_data, e.tool_data_expected);
  });
  judge.require(Rule::start_tool_once_per_runtime_instance, state_ == State::pending,
                [&] { return Message("the initializer was called, but ompt_start_tool was not"); });
  initialized_ = here.ref;
  state_ = State::initializing;
  pending_thread_ = here.ref.thread;
}

void Activation::on(const Here &, const event::tool_initialized &e) {
  state_ = e.result ? State::active : State::over;
  if (e.result)
    judge.held(Rule::init_nonzero_activates);
  judge.held(Rule::init_host_thread); // any thread may run it
}

void Activation::at_the_edge(const Here &here) {
  // While the initializer runs, only its own thread could be told apart from one that is late.
  const bool early = state_ == State::outside || state_ == State::pending ||
                     (state_ == State::initializing && here.ref.thread == pending_thread_);
  judge.require(Rule::init_before_any_event, !early, [&] {
    return Message("{} was dispatched before the tool's initializer had returned",
                   event::label(here.code))
        .why("the initializer began here", initialized_);
  });
  judge.require(Rule::pending_no_callbacks, !early, [&] {
    return Message("{} was dispatched while the tool was pending", event::label(here.code));
  });
  if (here.code == ompt_callback_thread_begin)
    judge.require(Rule::initial_thread_begin_after_init, !early, [&] {
      return Message("a thread begins before the tool is initialized")
          .why("the initializer began here", initialized_);
    });
}

} // namespace cts
