// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cancellation: activated, detected, tasks discarded (catalogue chapter cancel). Owns
// Task::cancelled and Parallel::cancel.
#pragma once

#include "validator/machines/schedule.h"

namespace cts {

class Cancel : Machine {
public:
  Cancel(const Context &context, Schedule &schedule) : Machine(context), schedule_(schedule) {}

  void on(const Here &here, const event::cancel &e);
  void on(const Here &here, const event::parallel_end &e);

private:
  void discards(const event::cancel &e, Task *task);
  void judge_place(const Here &here, const event::cancel &e, const Task &task);
  void remember(const Here &here, const event::cancel &e, const Task &task);

  Schedule &schedule_;
};

} // namespace cts
