// Cancellation: activated, detected, tasks discarded (catalogue chapter cancel). Owns
// Task::cancelled and Parallel::cancel.
#pragma once

#include "validator/machines/host/regions.h"
#include "validator/machines/tasking/schedule.h"
#include "validator/machines/tasking/task_sync.h"

namespace cts {

class Cancel : Machine {
public:
  Cancel(const Context &context, Regions &regions, Schedule &schedule, TaskSync &task_sync)
      : Machine(context), regions_(regions), schedule_(schedule), task_sync_(task_sync) {}

  void on(const Here &here, const event::cancel &e);
  void on(const Here &here, const event::parallel_end &e);
  // The actions that a task must not do on its way to the end of a cancelled construct.
  void on(const Here &here, const event::work &e);
  void on(const Here &here, const event::task_create &e);
  void on(const Here &here, const event::dispatch &e);
  void at_end();

private:
  // A task was discarded, and no event has yet reported the cancellation of a construct that it
  // belongs to: the cancelling thread may report late.
  struct Discarded {
    u32 task = 0, parallel = 0;
    std::vector<u32> groups; // the taskgroups of the task
    EventRef created, discarded;
  };
  void judge_cause(const Here &here, const Task &task);
  void notices(const Here &here, const event::cancel &e, Task &task);
  void goes_on(const Task &task, const char *what, EventRef noticed);
  void judge_leaving(const Here &here, const Task &task, const char *what);
  void discards(const Here &here, const event::cancel &e, Task *task);
  void judge_place(const Here &here, const event::cancel &e, const Task &task);
  void remember(const Here &here, const event::cancel &e, const Task &task);

  Regions &regions_;
  Schedule &schedule_;
  TaskSync &task_sync_;
  std::vector<Discarded> unexplained_;
};

} // namespace cts
