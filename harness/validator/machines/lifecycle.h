// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tool's life: started, initialized, active, finalized (catalogue chapters tool and
// registration, as far as the trace of one process shows them).
#pragma once

#include "validator/machines/machine.h"

namespace cts {

class Lifecycle : Machine {
public:
  explicit Lifecycle(const Context &context) : Machine(context) {}

  void on(const Here &here, const event::start_tool &e);
  void on(const Here &here, const event::tool_initialize &e);
  void on(const Here &here, const event::tool_initialized &e);
  void on(const Here &here, const event::tool_finalize &e);
  void on(const Here &here, const event::set_callback &e);
  void on(const Here &here, const event::get_callback &e);
  void on(const Here &here, const event::lookup &e);
  void on(const Here &here, const event::stale_callback &e);
  void on(const Here &here, const event::process_exit &e);
  void on(const Here &here, const event::note &e);
  void at_end();
  // Every callback, before the machines of its own see it.
  void callback(const Here &here) {
    const bool active = state_ == State::active && !finalized_.valid();
    if (!active || here.code == ompt_abi::ompt_callback_thread_begin) [[unlikely]] {
      at_the_edge(here);
    } else {
      judge.held(Rule::init_before_any_event);
      judge.held(Rule::pending_no_callbacks);
    }
    if (const auto answer = answers_[here.code])
      *answer == ompt_abi::ompt_set_never ? dishonoured(here)
                                          : judge.held(Rule::set_callback_never_honoured);
  }

private:
  // The first callbacks of threads, and all that are not dispatched between the initializer and
  // the finalizer.
  void at_the_edge(const Here &here);
  [[gnu::cold]] void dishonoured(const Here &here);

  enum class State : u8 { outside, pending, initializing, active, finalized };
  State state_ = State::outside;
  EventRef started_, initialized_, finalized_, exits_;
  u64 finalized_time_ = 0;
  u32 pending_thread_ = 0;
  std::array<std::optional<u32>, 256> answers_;          // by event
  std::map<std::string, u64, std::less<>> entry_points_; // name -> address, as first looked up
  EventRef finalize_requested_;                          // ompt_finalize_tool was called here
  bool replaces_ = false;                                // some callback was registered twice
};

} // namespace cts
