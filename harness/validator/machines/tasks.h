// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The creation of explicit, target and taskwait tasks (catalogue chapter tasks). Owns the explicit
// part of Task; what happens to a task afterwards is in machines/schedule.
#pragma once

#include "validator/machines/machine.h"

namespace cts {

class Tasks : Machine {
public:
  Tasks(Judge &judge, World &world) : Machine(judge, world) {}

  void on(const Here &here, const event::task_create &e);

private:
  void judge_flags(const event::task_create &e, const Task *parent);
};

} // namespace cts
