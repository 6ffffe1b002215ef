#include "validator/machines/tasking/constraint.h"

#include "rules/schedule.h"
#include "validator/machines/host/sync.h"

namespace cts {

namespace {

// The task is suspended in a wait for other tasks and in no barrier, as its region events show. A
// taskgroup's body may contain a barrier that the runtime does not report.
bool waits_for_tasks(const Task &task) {
  const OpenRegion *region = task.innermost_region(ompt_callback_sync_region);
  return region && (region->kind == ompt_sync_region_taskwait ||
                    (region->kind == ompt_sync_region_taskgroup &&
                     region->state == static_cast<u8>(SyncState::waiting)));
}

} // namespace

void Constraint::created(const Task &task) {
  if (Task *parent = world.tasks.find(task.parent))
    ++parent->constraint.offspring;
}

Constraint::Kinship Constraint::kinship(const Task &task, u32 ancestor) const {
  u32 id = task.parent;
  // In a damaged trace a task may be its own ancestor: then there are more steps than tasks.
  for (std::size_t left = world.tasks.size() + ancestors_.size() + 1; left > 0; --left) {
    if (id == ancestor)
      return Kinship::descends;
    if (id == 0)
      return Kinship::unrelated;
    if (const Task *parent = world.tasks.find(id))
      id = parent->parent;
    else if (const Ancestor *past = ancestors_.find(id))
      id = past->parent;
    else
      return Kinship::unknown;
  }
  return Kinship::unknown;
}

void Constraint::judge_start(const Task &task, const Task &suspended) {
  if (suspended.state != Task::State::suspended)
    return;
  const Kinship kin = kinship(task, suspended.id);
  if (kin != Kinship::unknown)
    judge.require(kin == Kinship::descends, [&] {
      return task_schedule_constraint_descendant::no_descendant{
          .task = task.id, .thread = suspended.thread, .suspended = suspended.id}
          .why("the new task was created here", task.created)
          .why("the other one was suspended here", suspended.last);
    });
}

void Constraint::starts(const Here &here, const Task &task) {
  Thread &thread = here.thread;
  if (task.untied())
    return;
  // Undeferred tasks run as parts of their parents.
  if (task.kind == Task::Kind::explicit_ && !task.has_flag(ompt_task_undeferred)) {
    // The task suspended last descends from all other tasks tied to this thread.
    if (!thread.constraint.tied.empty())
      if (const Task *suspended = world.tasks.find(thread.constraint.tied.back()))
        judge_start(task, *suspended);
    // An implicit task must be known to be in no barrier.
    const Task *implicit =
        thread.entered.empty() ? nullptr : world.tasks.find(thread.entered.back().task);
    if (implicit && implicit->kind == Task::Kind::implicit && waits_for_tasks(*implicit))
      judge_start(task, *implicit);
  }
  thread.constraint.tied.push_back(task.id);
}

void Constraint::leaves(const Task &task) {
  if (!task.started || task.untied())
    return;
  auto &tied = world.thread(task.first_thread).constraint.tied;
  if (!tied.empty() && tied.back() == task.id)
    tied.pop_back();
  else
    std::erase(tied, task.id);
}

void Constraint::ends(const Task &task) {
  if (task.constraint.offspring == 0) {
    forget_child_of(task.parent);
    return;
  }
  Ancestor &past = ancestors_[task.id];
  past.parent = task.parent;
  past.offspring = task.constraint.offspring;
  // A completed parent without another child is not needed; dropping it keeps a chain of tasks
  // short.
  while (const Ancestor *parent = ancestors_.find(past.parent)) {
    if (parent->offspring != 1)
      break;
    const u64 key = parent->key;
    past.parent = parent->parent;
    ancestors_.erase(key);
  }
}

void Constraint::forget_child_of(u32 parent) {
  while (parent) {
    if (Task *alive = world.tasks.find(parent)) {
      if (alive->constraint.offspring)
        --alive->constraint.offspring;
      return;
    }
    Ancestor *past = ancestors_.find(parent);
    if (!past || --past->offspring)
      return;
    parent = past->parent;
    ancestors_.erase(past->key);
  }
}

} // namespace cts
