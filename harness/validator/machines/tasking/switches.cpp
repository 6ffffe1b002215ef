// Whether a thread may leave one task for another with this status, at this point, for that task.
#include "validator/machines/tasking/schedule.h"

#include "rules/schedule.h"
#include "rules/tasks.h"

#include <utility>

namespace cts {

using schedule::Step;
using schedule::step_of;

void Schedule::judge_current(const Here &here, const Ref &prior, bool current) {
  judge.require(current, [&] {
    const Task *task = here.thread.current;
    return task_schedule_prior_is_current::other_is_current{
        .prior = prior, .thread = here.thread.number, .current = task ? task->id : 0}
        .why("that task became current here", task ? task->last : EventRef{});
  });
}

// No barrier can be inside a critical, atomic or ordered block, not even one that the runtime adds.
// A tied task is suspended there only where it generates a task, waits for tasks, reaches a device
// construct or yields, which all have events, or where it copies device memory.
void Schedule::leaves_block(const Here &here, Task &prior) {
  const auto told = [&](u8 callback) { return judge.promised(callback); };
  if (!told(ompt_callback_task_create) || !told(ompt_callback_sync_region) ||
      !(told(ompt_callback_target) || told(ompt_callback_target_emi)))
    return; // an event in between may be missing, and untied tasks are unknown
  switch (prior.schedule.last) {
  case ompt_callback_mutex_acquire:
  case ompt_callback_mutex_acquired:
  case ompt_callback_mutex_released:
  case ompt_callback_nest_lock:
  case ompt_callback_lock_init:
  case ompt_callback_lock_destroy:
  case ompt_callback_flush:
  case ompt_callback_masked:
  case ompt_callback_control_tool:
  case ompt_callback_error:
    if (!prior.untied()) {
      prior.schedule.switched = here.ref;
      prior.schedule.switched_after = prior.schedule.last;
      return;
    }
  }
  judge.held(rule::task_schedule_at_scheduling_point);
}

// The task's next event tells whether a routine that copies device memory suspended it.
void Schedule::judge_place(const Here &here, Task &task) {
  const EventRef switched = std::exchange(task.schedule.switched, {});
  const bool copies =
      here.code == ompt_callback_target_data_op || here.code == ompt_callback_target_data_op_emi;
  const bool told = judge.promised(ompt_callback_target_data_op) ||
                    judge.promised(ompt_callback_target_data_op_emi);
  if (told)
    judge.require(copies, [&] {
      return task_schedule_at_scheduling_point::in_block{.task = task.id,
                                                         .event = task.schedule.switched_after}
          .at(switched)
          .why("the task was created here", task.created);
    });
}

// A waiting task is not at a taskyield, and neither is a task that makes way for its undeferred
// child.
void Schedule::judge_switch(const event::task_schedule &e, const Task &prior) {
  if (e.prior_task_status != ompt_task_switch && e.prior_task_status != ompt_task_yield)
    return;
  const OpenRegion *region = judge.promised(ompt_callback_sync_region) && !prior.regions.empty()
                                 ? &prior.regions.back()
                                 : nullptr;
  const bool waits = region && region->event == ompt_callback_sync_region &&
                     (region->kind != ompt_sync_region_taskgroup || region->waited);
  const bool makes_way = prior.awaited && prior.awaited == e.next_task.id;
  judge.require(rule::task_schedule_switch_otherwise,
                e.prior_task_status == ompt_task_switch || !(waits || makes_way), [&]() -> Message {
                  using namespace task_schedule_switch_otherwise;
                  if (makes_way)
                    return for_child{.task = prior.id, .child = prior.awaited};
                  return inside_region{.task = prior.id, .kind = region->kind}.why(
                      "that region began here", region->begin);
                });
}

void Schedule::judge_status(const Here &here, u32 status, Task &prior) {
  // A cancelled task has met a cancellation point and reported it.
  if (status == ompt_task_cancel && judge.promised(ompt_callback_cancel))
    judge.require(prior.cancelled, [&] {
      std::vector<u32> groups;
      const bool cancelled = task_sync_.cancelled(prior.group, groups);
      return task_schedule_cancel::no_cancellation{
          .task = prior.id, .group = cancelled ? "a cancelled taskgroup" : "no cancelled taskgroup"}
          .why("the task was created here", prior.created);
    });
  if (is_implicit(prior)) {
    // The end of these is an event of its own.
    const bool over = status == ompt_task_complete || status == ompt_task_detach;
    if (over)
      judge.violated([&] {
        return task_schedule_complete_once::implicit_task{.task = prior.id, .status = status}.why(
            "the task began here", prior.created);
      });
    return;
  }
  // The constructs with a detach clause. Up to 5.2 detach excludes mergeable; the task of a
  // target_data construct (15.7 of 6.0) may have both.
  if (status == ompt_task_detach) {
    const bool detachable =
        prior.kind == Task::Kind::explicit_ && !prior.taskloop &&
        (judge.profile() >= version::v60 || !prior.has_flag(ompt_task_mergeable));
    judge.require(rule::task_schedule_complete_vs_detach, detachable, [&] {
      using namespace task_schedule_complete_vs_detach;
      return (prior.taskloop ? Message(of_taskloop{.task = prior.id})
                             : Message(not_detachable{.task = prior.id, .flags = prior.flags}))
          .why("the task was created here", prior.created);
    });
  }
  // A cancelled task continues at its end.
  if (status == ompt_task_complete && prior.cancelled)
    judge.violated([&] {
      return task_schedule_cancel::left_block{.task = prior.id}.why("the task was created here",
                                                                    prior.created);
    });
  if (!prior.awaited || status == ompt_task_switch || status == ompt_task_yield)
    return;
  Task *child = world.tasks.find(prior.awaited);
  prior.awaited = 0;
  if (!child || child->retired || child->state == Task::State::detached)
    return;
  if (runs_elsewhere(here, *child))
    must_be_over(here, *child, rule::task_schedule_parent_suspended);
  else
    judge.violated([&] {
      return task_schedule_parent_suspended::child_open{.task = prior.id, .child = child->id}.why(
          "the child was created here", child->created);
    });
}

void Schedule::judge_next(const Here &here, const event::task_schedule &e, const Task *next) {
  if (!next) {
    // An empty word belongs to a task without a task-create event.
    const bool uncreated = e.next_task.foreign() && e.next_task.value == 0;
    const Rule rule =
        uncreated ? rule::task_create_before_execution : rule::task_schedule_next_known;
    const bool none_allowed = judge.profile() >= version::v60 && e.next_task.null();
    judge.require(rule, none_allowed, [&] { return shared::not_created{.next = e.next_task}; });
    return;
  }
  if (next->has_flag(ompt_task_merged))
    judge.violated([&] {
      return task_schedule_no_merged::next_merged{.task = next->id}.why("the task was created here",
                                                                        next->created);
    });
  judge.held(rule::task_create_before_execution);
  const Thread &thread = here.thread;
  const bool elsewhere = next->state == Task::State::running && next->thread != thread.number;
  // The event that suspended the task there may have a slightly later stamp.
  const bool moves = elsewhere && next->untied();
  const bool stays = next == thread.current && next->state != Task::State::detached;
  const bool can = step_of(*next, Step::in).legal || stays || moves;
  judge.require(rule::task_schedule_next_known, can && !next->discarded, [&] {
    using namespace task_schedule_next_known;
    const u64 task = next->id;
    return (elsewhere ? Message(executes_elsewhere{.task = task, .thread = next->thread})
            : next->state == Task::State::detached ? Message(body_finished{.task = task})
            : next->discarded                      ? Message(discarded{.task = task})
                                                   : Message(not_suspended{.task = task}))
        .why("the task's last event is here", next->last);
  });
  judge_thread(here, *next);
  const bool bound = is_implicit(*next) || (next->started && !next->untied());
  const u32 home = next->started ? next->first_thread : next->thread;
  if (bound)
    judge.require(home == thread.number, [&] {
      return task_schedule_tied_same_thread::another_thread{
          .task = next->id, .started = home, .thread = thread.number}
          .why("the task was created here", next->created)
          .why("its last event before is here", next->last);
    });
}

// The explicit tasks that a thread may execute are those bound to its current team. Only the thread
// itself begins the tasks included in its own task. Free agent threads belong to no team.
void Schedule::judge_thread(const Here &here, const Task &next) {
  if (next.kind != Task::Kind::explicit_)
    return;
  const auto &entered = here.thread.entered;
  if (const Task *member = entered.empty() ? nullptr : world.tasks.find(entered.back().task))
    judge.require(rule::task_schedule_own_team,
                  next.parallel == member->parallel &&
                      next.contention_group == member->contention_group,
                  [&] {
                    return task_schedule_own_team::another_team{
                        .thread = here.thread.number, .member = member->id, .task = next.id}
                        .why("the implicit task began here", member->created)
                        .why("the other task was created here", next.created);
                  });
  const Task *parent = next.started ? nullptr : world.tasks.find(next.parent);
  if (parent && parent->kind == Task::Kind::explicit_ && parent->has_flag(ompt_task_final))
    judge.require(rule::task_schedule_included_same_thread, next.created.thread == here.ref.thread,
                  [&] {
                    return task_schedule_included_same_thread::another_thread{
                        .task = next.id,
                        .thread = here.thread.number,
                        .generated = next.created.thread,
                        .parent = parent->id}
                        .why("the task was created here", next.created);
                  });
}

} // namespace cts
