// Cancellation: activated, detected, tasks discarded (catalogue chapter cancel). Owns
// Task::cancelled and Parallel::cancel.
#pragma once

#include "validator/machines/tasking/schedule.h"
#include "validator/machines/tasking/task_sync.h"

namespace cts {

class Cancel : Machine {
public:
  Cancel(const Context &context, Schedule &schedule, TaskSync &task_sync)
      : Machine(context), schedule_(schedule), task_sync_(task_sync) {}

  void on(const Here &here, const event::cancel &e);
  void on(const Here &here, const event::parallel_end &e);
  // What a task may not do on its way to the end of what was cancelled.
  void on(const Here &here, const event::work &e);
  void on(const Here &here, const event::task_create &e);
  void at_end();

private:
  // A task was discarded, and nobody has said yet that something was cancelled to which it belongs:
  // whoever cancelled may say so late.
  struct Discarded {
    u32 task = 0, parallel = 0;
    std::vector<u32> groups; // the taskgroups that it belongs to
    EventRef created, discarded;
  };
  void judge_cause(const Here &here, const Task &task);
  void notices(const Here &here, const event::cancel &e, Task &task);
  void judge_leaving(const Here &here, const Task &task, const char *what);
  void discards(const Here &here, const event::cancel &e, Task *task);
  void judge_place(const Here &here, const event::cancel &e, const Task &task);
  void remember(const Here &here, const event::cancel &e, const Task &task);

  Schedule &schedule_;
  TaskSync &task_sync_;
  std::vector<Discarded> unexplained_;
};

} // namespace cts
