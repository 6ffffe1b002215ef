// A parallel region, or a league of teams: begun, members inside, ended, gone when the last member
// that lags behind has ended too (catalogue chapters parallel and teams). Owns Parallel.
#pragma once

#include "validator/machines/machine.h"

namespace cts {

class Parallels : Machine {
public:
  explicit Parallels(const Context &context) : Machine(context) {}

  void on(const Here &here, const event::parallel_begin &e);
  void on(const Here &here, const event::parallel_end &e);
  void on(const Here &here, const event::work &e) {
    if (e.endpoint == endpoint_begin)
      in_team(here);
  }
  void on(const Here &here, const event::task_create &) { in_team(here); }
  void at_end();

  // The end of a region says what all its members have done: they are heard first.
  bool ready(const event::parallel_end &e) const {
    const Parallel *region = world.parallel(e.parallel);
    return !region || (region->finished >= region->begun && region->begun >= region->actual);
  }
  // Whoever acts in a task shows that it is not waiting for a region that it encountered. An event
  // that names another task than the one that the thread executes shows only that: the rule on the
  // argument says so.
  template <class E> void callback(const Here &here, const E &e) {
    const Task *current = here.thread.current;
    if constexpr (std::is_same_v<E, event::implicit_task>) {
      if (Task *task = world.task(e.task); task && task == current)
        left(here, *task);
    } else if constexpr (requires { e.encountering_task; } &&
                         !std::is_same_v<E, event::parallel_end>) {
      if (Task *task = world.task(e.encountering_task); task && (!current || task == current))
        acts(here, *task);
    } else if constexpr (requires { e.task; }) {
      if (Task *task = world.task(e.task); task && (!current || task == current))
        acts(here, *task);
    }
  }

private:
  // The task does something itself: the region that it encountered must have ended.
  void acts(const Here &here, Task &task);
  // The task ends. So must have the region that it encountered, if the task's own thread has come
  // out of it: a program that exits in the middle of a region leaves it open.
  void left(const Here &here, Task &task);
  // The thread does something in the region of a league, if it is in one.
  void in_team(const Here &here);
  void judge_flags(const event::parallel_begin &e);
  void judge_members(const Parallel &region);
};

// A region ceases to exist when its end and those of all its members have been seen.
void forget_if_over(World &world, const Parallel &region);

} // namespace cts
