// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What happens to a task after its creation: scheduled in and out, suspended, detached, complete
// (catalogue chapter schedule). Owns Thread::current together with machines/implicit_tasks.
#pragma once

#include "validator/machines/threads.h"

namespace cts {

class Schedule : Machine {
public:
  Schedule(Judge &judge, World &world, Threads &threads)
      : Machine(judge, world), threads_(threads) {}

  void on(const Here &here, const event::task_schedule &e);

private:
  void fulfil(const Here &here, const event::task_schedule &e, Task *task);
  void complete_taskwait(const Here &here, const event::task_schedule &e, Task *task);
  void leave(const Here &here, const event::task_schedule &e, Task *prior);
  void enter(const Here &here, const event::task_schedule &e);
  void finish(Task &task);

  Threads &threads_;
};

} // namespace cts
