// Begin and end of implicit tasks of a team and of initial tasks of a league and of the program
// (catalogue chapters implicit_tasks, teams and threads). Owns Thread::entered and the member part
// of Parallel.
#pragma once

#include "validator/machines/host/threads.h"

namespace cts {

class ImplicitTasks : Machine {
public:
  ImplicitTasks(const Context &context, Threads &threads) : Machine(context), threads_(threads) {}

  void on(const Here &here, const event::implicit_task &e);

private:
  void begin(const Here &here, const event::implicit_task &e);
  void end(const Here &here, const event::implicit_task &e);
  bool inside_league(const Thread &thread) const;
  bool announced(const event::implicit_task &e);
  void judge_program_initial(const event::implicit_task &e);
  void judge_member(const Here &here, const event::implicit_task &e, Parallel *region);
  void judge_end_arguments(const event::implicit_task &e, const Task &task);

  Threads &threads_;
};

} // namespace cts
