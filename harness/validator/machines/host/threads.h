// A native thread: unknown, begun, ended (catalogue chapter threads). Owns Thread.
#pragma once

#include "validator/machines/machine.h"

#include <map>

namespace cts {

class Threads : Machine {
public:
  explicit Threads(const Context &context) : Machine(context) {}

  void on(const Here &here, const event::stream_begin &e);
  void on(const Here &here, const event::other_stack &e);
  void on(const Here &here, const event::thread_begin &e);
  void on(const Here &here, const event::thread_end &e);
  void on(const Here &here, const event::tool_finalize &e);
  void on(const Here &here, const event::probe_thread &e);
  void on(const Here &here, const event::probe_task &e);
  std::string problem() const;
  // Every callback, before the machines of its own see it.
  void callback(const Here &here) {
    if (!here.thread.begun || here.thread.ended) [[unlikely]]
      outside_life(here);
  }
  // A user task executes on this thread (implicit_tasks, schedule).
  void executes(const Here &here, const Task &task);

private:
  void outside_life(const Here &here);

  u32 initial_thread_ = EventRef::no_thread; // where the first initial thread began
  // For the number of a native thread: the other native thread whose OpenMP thread was found there
  // by the entry points.
  std::map<u32, u32> carries_;
  // An OpenMP thread that went from one native thread to another.
  struct {
    u32 from = 0, to = 0, task = 0;
  } carried_;
};

} // namespace cts
