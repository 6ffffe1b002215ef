// The start of the tool's life: started, initialized, active, over (catalogue chapter activation).
#pragma once

#include "rules/activation.h"
#include "validator/machines/machine.h"

namespace cts {

class Activation : Machine {
public:
  explicit Activation(const Context &context) : Machine(context), trace_(context.trace) {
    if (context.trace.environment("forked") != "1")
      return;
    judge.blame_nobody();
    if (context.trace.initialized())
      state_ = State::inherited;
  }

  void on(const Here &here, const event::start_tool &e);
  void on(const Here &here, const event::tool_initialize &e);
  void on(const Here &here, const event::tool_initialized &e);
  // Called with every callback, before the machine of that callback.
  void callback(const Here &here) {
    if (state_ != State::active || here.code == ompt_abi::ompt_callback_thread_begin) [[unlikely]] {
      at_the_edge(here);
    } else {
      judge.held(rule::init_before_any_event);
      judge.held(rule::pending_no_callbacks);
    }
  }

  // The metadata has another version of OpenMP than the runtime has given.
  std::string problem() const;

  bool active() const { return state_ == State::active || state_ == State::inherited; }
  // The tool was active, or declined to be, and has not been started again since.
  bool over() const { return state_ == State::over; }
  void end() { state_ = State::over; }
  // Where the initializer began; not valid if the runtime did not call it.
  EventRef initialized() const { return initialized_; }

private:
  // The first callbacks of threads, and all callbacks dispatched outside the time between
  // initializer and finalizer.
  void at_the_edge(const Here &here);

  // The trace of a forked process, whose tool was active before the fork. The runtime may or may
  // not begin anew and start the tool again.
  enum class State : u8 { outside, inherited, pending, initializing, active, over };
  const Trace &trace_;
  std::optional<u32> omp_version_; // as given last
  State state_ = State::outside;
  EventRef started_, initialized_;
  u32 pending_thread_ = 0;
};

} // namespace cts
