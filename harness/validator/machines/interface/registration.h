// The runtime's answers to registrations of callbacks and lookups of entry points, and whether the
// runtime keeps to them (catalogue chapter registration).
#pragma once

#include "rules/registration.h"
#include "validator/machines/machine.h"

namespace cts {

class Registration : Machine {
public:
  explicit Registration(const Context &context) : Machine(context), trace_(context.trace) {}

  void on(const Here &here, const event::tool_initialized &e);
  void on(const Here &here, const event::set_callback &e);
  void on(const Here &here, const event::get_callback &e);
  void on(const Here &here, const event::lookup &e);
  void on(const Here &here, const event::stale_callback &e);
  void on(const Here &, const event::parallel_begin &e) {
    team_flags_ =
        team_flags_ || e.flags & (ompt_abi::ompt_parallel_team | ompt_abi::ompt_parallel_league);
  }
  // Called with every callback, before the machine of that callback.
  void callback(const Here &here) {
    if (const auto answer = answers_[here.code])
      *answer == ompt_abi::ompt_set_never ? dishonoured(here)
                                          : judge.held(rule::set_callback_never_honoured);
  }

  // Whether these are the numbers of a technical report before OpenMP 5.0: always is 4, and
  // parallel_begin has the invoker alone.
  bool preliminary() const {
    const auto first = answers_.begin() + ompt_abi::ompt_callback_thread_begin;
    const auto end = answers_.begin() + ompt_abi::ompt_callback_implicit_task + 1;
    return !team_flags_ &&
           std::count(first, end, ompt_abi::ompt_set_sometimes_paired) == end - first;
  }

  // The metadata's answers, which decide about the demanded rules, differ from those of the events.
  std::string problem() const;

private:
  [[gnu::cold]] void dishonoured(const Here &here);

  const Trace &trace_;
  std::array<std::optional<u32>, 256> answers_;          // by event
  std::array<std::optional<u32>, 256> last_;             // for the checker's own callback
  std::map<std::string, u64, std::less<>> entry_points_; // name -> address, as first looked up
  bool replaces_ = false;                                // some callback was registered twice
  bool team_flags_ = false;                              // some parallel_begin has them
};

} // namespace cts
