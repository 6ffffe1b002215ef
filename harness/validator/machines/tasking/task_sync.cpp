#include "validator/machines/tasking/task_sync.h"

#include "rules/sync.h"

namespace cts {

namespace {

// If no task of a trace ever completes, every wait would look at every task.
constexpr u64 looks_allowed = 50'000'000;

} // namespace

void TaskSync::on(const Here &, const event::task_create &e) {
  Task *task = world.task(e.new_task);
  if (!task || task->parent == 0)
    return;
  Task *parent = world.tasks.find(task->parent);
  if (!parent)
    return;
  task->group = task->open_group = parent->open_group;
  if (task->has_flag(ompt_task_merged)) // no event reports its completion
    return;
  if (task->group)
    if (Group *group = groups_.find(task->group))
      ++group->live;
  teams_.task_created(*task, *parent);
}

void TaskSync::on(const Here &, const event::task_schedule &e) {
  const u32 status = e.prior_task_status;
  const bool completes = status == ompt_task_complete || status == ompt_task_cancel ||
                         status == ompt_taskwait_complete || status == ompt_task_late_fulfill;
  if (!completes)
    return;
  const Task *task = world.task(e.prior_task);
  if (!task || task->kind == Task::Kind::implicit || task->kind == Task::Kind::initial ||
      (status == ompt_task_late_fulfill && task->state != Task::State::detached))
    return;
  if (task->group)
    if (Group *group = groups_.find(task->group); group && group->live)
      --group->live;
  teams_.task_completed(*task);
}

void TaskSync::group_begins(Task &task, OpenRegion &region) {
  region.task_sync.outer_group = task.open_group;
  if (++last_group_ == 0)
    ++last_group_;
  groups_[last_group_].outer = task.open_group;
  task.open_group = last_group_;
}

void TaskSync::cancels(u32 group) {
  if (Group *known = group ? groups_.find(group) : nullptr)
    known->cancelled = true;
}

bool TaskSync::cancelled(u32 group, std::vector<u32> &groups) const {
  bool cancelled = false;
  while (const Group *known = group ? groups_.find(group) : nullptr) {
    groups.push_back(group);
    cancelled |= known->cancelled;
    group = known->outer < group ? known->outer : 0;
  }
  return cancelled;
}

// Mark the tasks that should be complete by now; their later events prove the breach.
template <class Waited> void TaskSync::due(const Here &here, Rule rule, Waited &&waited) {
  if (looked_at_ > looks_allowed)
    return;
  looked_at_ += world.tasks.size() + 256;
  world.tasks.for_each([&](Task &task) {
    if (task.due_time == 0 && task.kind == Task::Kind::explicit_ &&
        !task.has_flag(ompt_task_merged) && waited(task))
      must_be_over(here, task, rule);
  });
}

void TaskSync::group_ends(const Here &here, Task &task, const OpenRegion &region) {
  judge.held(rule::taskgroup_all_complete);
  const u32 id = task.open_group;
  task.open_group = region.task_sync.outer_group;
  const Group *group = id ? groups_.find(id) : nullptr;
  if (!group || id == region.task_sync.outer_group)
    return;
  if (group->live)
    due(here, rule::taskgroup_all_complete, [&](const Task &t) { return t.group == id; });
  // Another thread's events may be read later: they tell that a task was discarded with this group.
  if (!group->cancelled || !group->live)
    groups_.erase(id);
}

void TaskSync::taskwait_ends(const Here &here, Task &task, const OpenRegion &region) {
  // Up to 5.0, only these events tell that the task waits for its predecessors alone.
  const bool untold = judge.profile() == version::v50 && !judge.promised(ompt_callback_dependences);
  // A merged task's taskwait waits for that task's children, and may name the task that generated
  // it.
  if (region.has_dependences || untold || task.has_merged)
    return;
  judge.held(rule::taskwait_children_complete);
  if (task.live_children)
    due(here, rule::taskwait_children_complete, [&](const Task &t) { return t.parent == task.id; });
}

void TaskSync::barrier_passed(const Here &here, const Task &task) {
  due(here, rule::barrier_tasks_complete, [&](const Task &t) {
    return t.parallel == task.parallel && t.barriers_met < task.barriers_met;
  });
}

} // namespace cts
