// Tasks that other tasks wait for: the children of a task at a taskwait, a taskgroup's members, a
// region's tasks at a barrier. The thread that executed a task reports its completion, perhaps a
// little after the waiting thread continued. A task that still begins or continues afterwards
// proves that the wait was too short.
#pragma once

#include "validator/machines/host/team.h"

namespace cts {

class TaskSync : Machine {
public:
  TaskSync(const Context &context, Teams &teams) : Machine(context), teams_(teams) {}

  void on(const Here &here, const event::task_create &e);
  void on(const Here &here, const event::task_schedule &e);

  void group_begins(Task &task, OpenRegion &region);
  void group_ends(const Here &here, Task &task, const OpenRegion &region);
  void taskwait_ends(const Here &here, Task &task, const OpenRegion &region);
  void barrier_passed(const Here &here, const Task &task);

  void cancels(u32 group);
  // Whether the taskgroup, or one around it, was cancelled. `groups` receives all of them.
  bool cancelled(u32 group, std::vector<u32> &groups) const;

private:
  template <class Waited> void due(const Here &here, Rule rule, Waited &&waited);

  struct Group {
    u32 id = 0;
    u32 outer = 0;
    u64 live = 0; // members that are not complete
    bool cancelled = false;
  };
  Teams &teams_;
  EntityTable<Group> groups_;
  u32 last_group_ = 0;
  u64 looked_at_ = 0; // tasks, in search of those that were waited for
};

} // namespace cts
