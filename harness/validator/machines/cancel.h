// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cancellation: activated, detected, tasks discarded (catalogue chapter cancel). Owns
// Task::cancelled.
#pragma once

#include "validator/machines/schedule.h"

namespace cts {

class Cancel : Machine {
public:
  Cancel(Judge &judge, World &world, Schedule &schedule)
      : Machine(judge, world), schedule_(schedule) {}

  void on(const Here &here, const event::cancel &e);

private:
  void discards(const event::cancel &e, Task *task);
  void judge_place(const event::cancel &e, const Task &task);

  Schedule &schedule_;
};

} // namespace cts
