// The creation of explicit, target and taskwait tasks, and the event that must follow at once
// (catalogue chapter tasks). Owns the explicit part of Task, Thread::just_created and
// Task::awaited. machines/tasking/schedule follows a task after its creation.
#pragma once

#include "validator/machines/host/work.h"
#include "validator/machines/tasking/constraint.h"

namespace cts {

class Tasks : Machine {
public:
  Tasks(const Context &context, Constraint &constraint, Work &work)
      : Machine(context), constraint_(constraint), work_(work) {}

  void on(const Here &here, const event::task_create &e);
  void on(const Here &here, const event::task_schedule &e);
  void at_end();
  // Called with every callback, before the machine of that callback.
  void callback(const Here &here) {
    const Task *current = here.thread.current;
    if (here.thread.just_created || (current && current->awaited)) [[unlikely]]
      follows(here);
  }

private:
  void follows(const Here &here);
  void judge_unannounced(const Here &here);
  void went_on(const Task &child);
  void judge_flags(const event::task_create &e, const Task *parent);
  bool helps_taskloop(const Thread &thread, const Task &task) const;
  void judge_context(const Here &here, const event::task_create &e, const Task *parent);

  const u32 flags_ = bits_of_some_version(ompt_abi::enum_kind::task_flag, judge.profile());
  Constraint &constraint_;
  Work &work_;
};

} // namespace cts
