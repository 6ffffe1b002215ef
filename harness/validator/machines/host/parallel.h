// A parallel region, or a league of teams: begun, members inside, ended, gone after the end of the
// last lagging member (catalogue chapters parallel and teams). Owns Parallel.
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

  // Before the end of a region, the events of all its members are read.
  bool ready(const event::parallel_end &e) const {
    const Parallel *region = world.parallel(e.parallel);
    return !region || (region->finished >= region->begun && region->begun >= region->actual);
  }
  // An action in a task shows that the task does not wait for a region that it encountered. An
  // event that names another task than the thread's current one does not show that: the rule about
  // the argument reports it.
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
  // The task acts itself: the region that it encountered must have ended.
  void acts(const Here &here, Task &task);
  // The end of a task requires the end of the region that it encountered, if the task's own thread
  // has left that region: a program may exit inside a region.
  void left(const Here &here, Task &task);
  // The thread does something in the region of a league, if it is in one.
  void in_team(const Here &here);
  void judge_flags(const event::parallel_begin &e);
  void judge_members(const Parallel &region);
};

// A region is removed after its end and the ends of all its members.
void forget_if_over(World &world, const Parallel &region);

} // namespace cts
