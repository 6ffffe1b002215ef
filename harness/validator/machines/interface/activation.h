// How the tool comes to life: started, initialized, active, over (catalogue chapter activation).
#pragma once

#include "rules/activation.h"
#include "validator/machines/machine.h"

namespace cts {

class Activation : Machine {
public:
  explicit Activation(const Context &context) : Machine(context) {
    if (context.trace.environment("forked") != "1")
      return;
    judge.blame_nobody();
    if (context.trace.initialized())
      state_ = State::inherited;
  }

  void on(const Here &here, const event::start_tool &e);
  void on(const Here &here, const event::tool_initialize &e);
  void on(const Here &here, const event::tool_initialized &e);
  // Every callback, before the machines of its own see it.
  void callback(const Here &here) {
    if (state_ != State::active || here.code == ompt_abi::ompt_callback_thread_begin) [[unlikely]] {
      at_the_edge(here);
    } else {
      judge.held(rule::init_before_any_event);
      judge.held(rule::pending_no_callbacks);
    }
  }

  bool active() const { return state_ == State::active || state_ == State::inherited; }
  // It was active, or would not be, and has not been started again since.
  bool over() const { return state_ == State::over; }
  void end() { state_ = State::over; }
  // Where the initializer began; not valid if it was not called.
  EventRef initialized() const { return initialized_; }

private:
  // The first callbacks of threads, and all that are not dispatched between the initializer and the
  // finalizer.
  void at_the_edge(const Here &here);

  // Inherited: of a forked process, whose tool was active already. Whether its runtime begins anew,
  // and starts the tool again, is its own matter.
  enum class State : u8 { outside, inherited, pending, initializing, active, over };
  State state_ = State::outside;
  EventRef started_, initialized_;
  u32 pending_thread_ = 0;
};

} // namespace cts
