// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A parallel region, or a league of teams: begun, members inside, ended, gone when the last member
// that lags behind has ended too (catalogue chapters parallel and teams). Owns Parallel.
#pragma once

#include "validator/machines/machine.h"

namespace cts {

class Parallels : Machine {
public:
  Parallels(Judge &judge, World &world) : Machine(judge, world) {}

  void on(const Here &here, const event::parallel_begin &e);
  void on(const Here &here, const event::parallel_end &e);
  // The task does something itself: the region that it encountered must have ended.
  void acts(const Here &here, Task &task);
  // The task ends. So must have the region that it encountered, if the task's own thread has come
  // out of it: a program that exits in the middle of a region leaves it open.
  void left(const Here &here, Task &task);

private:
  void judge_flags(const event::parallel_begin &e);
  void judge_members(const Parallel &region);
};

// A region ceases to exist when its end and those of all its members have been seen.
void forget_if_over(World &world, const Parallel &region);

} // namespace cts
