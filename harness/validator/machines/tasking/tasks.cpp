#include "validator/machines/tasking/tasks.h"

#include "rules/dependences.h"
#include "rules/schedule.h"
#include "rules/target.h"
#include "rules/tasks.h"

#include <bit>

namespace cts {

namespace {

// The taskloop that generates this task; in 5.0 the taskgroup begins inside the taskloop.
u32 taskloop_around(const Task &task) {
  const std::size_t depth = task.regions.size();
  for (std::size_t i = 1; i <= 2 && i <= depth; ++i) {
    const OpenRegion &region = task.regions[depth - i];
    if (region.event == ompt_callback_work)
      return region.kind == ompt_work_taskloop ? region.position : 0;
    if (region.event != ompt_callback_sync_region || region.kind != ompt_sync_region_taskgroup)
      return 0;
  }
  return 0;
}

} // namespace

void Tasks::judge_flags(const event::task_create &e, const Task *parent) {
  const u32 unknown = e.flags & ~flags_;
  judge.require(unknown == 0, [&] {
    return task_flags_range::unknown_bits{.event = ompt_callback_task_create, .bits = unknown};
  });
  // Target and taskwait tasks may or may not have the explicit bit.
  u32 classes = e.flags & 0xFF;
  if (classes & (ompt_task_target | ompt_task_taskwait))
    classes &= ~u32{ompt_task_explicit};
  judge.require(std::has_single_bit(classes),
                [&] { return task_create_flags_low_byte::several_classes{.flags = e.flags}; });
  const bool initial_allowed = judge.profile() == version::v50;
  const bool generated = e.flags & (ompt_task_explicit | ompt_task_target | ompt_task_taskwait) ||
                         (initial_allowed && (e.flags & ompt_task_initial));
  judge.require(generated, [&] { return task_create_flags_explicit::generated{.flags = e.flags}; });
  // A target task is mergeable and untied by definition (the glossary up to 5.2).
  if ((e.flags & ompt_task_target) && judge.profile() < version::v60) {
    judge.require(e.flags & ompt_task_mergeable,
                  [&] { return target_task_flags::target_task{.flags = e.flags}; });
    // An included task is tied, and a merged task is no task of its own.
    constexpr u32 tied = ompt_task_final | ompt_task_undeferred | ompt_task_merged;
    judge.require(e.flags & (ompt_task_untied | tied),
                  [&] { return target_task_flags::tied{.flags = e.flags}; });
  }
  // The constructs of these tasks have no final clause, and a taskwait has no untied clause.
  const bool by_clause = !(e.flags & (ompt_task_target | ompt_task_taskwait));
  const bool final_by_clause = e.flags & ompt_task_final;
  constexpr const char *created = "the generating task was created here";
  if (!by_clause && parent && parent->kind != Task::Kind::explicit_) {
    if (e.flags & ompt_task_taskwait)
      judge.require(!final_by_clause, [&] {
        return taskwait_init_flags::final{.flags = e.flags, .parent = parent->id}.why(
            created, parent->created);
      });
    else
      judge.require(!final_by_clause, [&] {
        return target_task_flags::final{.flags = e.flags, .parent = parent->id}.why(
            created, parent->created);
      });
  }
  if (e.flags & ompt_task_taskwait) {
    constexpr u32 transparent = ompt_task_importing | ompt_task_exporting;
    judge.require(!(e.flags & transparent),
                  [&] { return task_create_flags_impex::taskwait{.flags = e.flags}; });
    judge.require(!(e.flags & ompt_task_untied),
                  [&] { return taskwait_init_flags::untied{.flags = e.flags}; });
  }
  if (!parent || !(e.flags & ompt_task_explicit) || !by_clause)
    return;
  // A construct with a final clause generates final and included tasks inside a final task.
  if (parent->kind == Task::Kind::explicit_ && parent->has_flag(ompt_task_final)) {
    judge.require(e.flags & ompt_task_final, [&] {
      return task_create_flags_final::inside_final{.flags = e.flags, .parent = parent->id}.why(
          "the generating task was created here", parent->created);
    });
    judge.require(e.flags & ompt_task_undeferred, [&] {
      return task_create_flags_undeferred::inside_final{.flags = e.flags, .parent = parent->id}.why(
          "the generating task was created here", parent->created);
    });
  }
  // A final task is tied, whatever its clauses are (12.1: untied has no effect there).
  if (e.flags & ompt_task_final)
    judge.require(!(e.flags & ompt_task_untied),
                  [&] { return task_create_flags_untied::final{.flags = e.flags}; });
  if (e.flags & ompt_task_merged)
    judge.require((e.flags & ompt_task_mergeable) && (e.flags & ompt_task_undeferred),
                  [&] { return task_create_flags_merged::deferred{.flags = e.flags}; });
}

// Whether the thread executes a task of a taskloop of this task. Such a task may create others of
// the taskloop; their encountering task is the one that met the construct.
bool Tasks::helps_taskloop(const Thread &thread, const Task &task) const {
  const Task *helper = thread.current;
  const bool generated = helper && (helper->taskloop || !judge.promised(ompt_callback_work));
  return generated && helper->kind == Task::Kind::explicit_ && helper->parent == task.id;
}

void Tasks::judge_context(const Here &here, const event::task_create &e, const Task *parent) {
  const Thread &thread = here.thread;
  const bool own = parent && (parent == thread.current || helps_taskloop(thread, *parent));
  judge.require(own, [&] {
    return task_create_context::other_is_current{.given = e.encountering_task,
                                                 .thread = thread.number,
                                                 .current = thread.current ? thread.current->id : 0}
        .why("that task became current here", thread.current ? thread.current->last : EventRef{});
  });
  const bool frame = e.encountering_frame.address != 0 &&
                     (e.encountering_frame.enter != 0 || judge.profile() < version::v52);
  judge.require(rule::task_create_frame, frame, [&]() -> Message {
    if (e.encountering_frame.address == 0)
      return task_create_frame::null{};
    return task_create_frame::enter_empty{};
  });
}

void Tasks::on(const Here &here, const event::task_create &e) {
  Thread &thread = here.thread;
  const bool orphan = e.flags & ompt_task_initial && judge.profile() == version::v50;
  Task *parent = world.task(e.encountering_task);
  if (!orphan && judge.promised(ompt_callback_implicit_task))
    judge_context(here, e, parent);
  judge.require(rule::task_create_data_none, is_new(e.new_task), [&] {
    return not_new(e.new_task, {"new_task_data", "task_create", "task"});
  });
  if (!parent)
    parent = thread.current;
  judge_flags(e, parent);
  if (!e.new_task.ours())
    return;
  Task &task = world.tasks[e.new_task.id];
  task.address = e.new_task.address;
  task.kind = e.flags & ompt_task_taskwait ? Task::Kind::taskwait
              : e.flags & ompt_task_target ? Task::Kind::target
                                           : Task::Kind::explicit_;
  task.flags = e.flags;
  task.created = task.last = here.ref;
  task.has_dependences = e.has_dependences != 0;
  task.thread = thread.number;
  thread.just_created = task.id;
  if (!parent)
    return;
  task.parent = parent->id;
  task.parallel = parent->parallel;
  task.contention_group = parent->contention_group;
  if (const u32 taskloop = taskloop_around(*parent))
    task.taskloop = taskloop;
  else if (helps_taskloop(thread, *parent))
    task.taskloop = thread.current->taskloop;
  work_.taskloop_creates(task);
  // No event reports the completion of a merged task: no task waits for it here.
  if (task.has_flag(ompt_task_merged)) {
    task.retired = parent->has_merged = true;
    return;
  }
  constraint_.created(task);
  ++parent->live_children;
  if (Parallel *region = world.region_of(task))
    ++region->live_tasks;
  if (task.has_flag(ompt_task_undeferred))
    parent->awaited = task.id;
}

// The list of a depend clause follows the creation. An iterator without values may give no list.
void Tasks::judge_unannounced(const Here &here) {
  Task *task = world.tasks.find(here.thread.just_created);
  here.thread.just_created = 0;
  if (task)
    task->generated = here.code != ompt_callback_task_schedule;
  if (task && task->has_dependences && judge.promised(ompt_callback_dependences))
    judge.violated([&] {
      return dependences_ndeps_positive::no_list_follows{.task = task->id}
          .at(task->created)
          .why("the next event of the thread is here", here.ref)
          .as_remark();
    });
}

// The next event of a thread that created a task, or of a task that generated an undeferred task.
void Tasks::follows(const Here &here) {
  if (here.code != ompt_callback_dependences)
    judge_unannounced(here);
  Task *parent = here.thread.current;
  if (!parent || !parent->awaited)
    return;
  // While dependences are unfulfilled the thread may execute other tasks; its events between them
  // are no actions of the parent.
  switch (here.code) {
  case ompt_callback_dependences:
  case ompt_callback_task_dependence:
  case ompt_callback_task_schedule:
  case ompt_callback_cancel:
    return;
  }
  Task *child = world.tasks.find(parent->awaited);
  parent->awaited = 0;
  if (!child || child->retired || child->state == Task::State::detached ||
      !judge.promised(ompt_callback_task_schedule))
    return;
  child->passed = {here.ref, here.code};
  if (child->kind == Task::Kind::taskwait)
    return; // any thread may complete it, and say so late
  if (runs_elsewhere(here, *child)) {
    judge.held(rule::task_schedule_parent_suspended); // until the child continues
    must_be_over(here, *child, rule::task_schedule_parent_suspended);
  } else {
    judge.violated([&] {
      return task_schedule_parent_suspended::goes_on{
          .parent = child->parent, .event = here.code, .child = child->id}
          .why("the child was created here", child->created);
    });
  }
}

void Tasks::went_on(const Task &child) {
  judge.violated([&] {
    return taskwait_complete_schedule::goes_on{
        .parent = child.parent, .event = child.passed.code, .child = child.id}
        .at(child.passed.at)
        .why("the child was created here", child.created);
  });
}

// The waiting thread itself reports that a taskwait's task is complete, in the order of its events.
void Tasks::on(const Here &here, const event::task_schedule &e) {
  const Task *task =
      e.prior_task_status == ompt_taskwait_complete ? world.task(e.prior_task) : nullptr;
  if (task && task->kind == Task::Kind::taskwait && task->passed.at.valid() &&
      task->passed.at.thread == here.ref.thread)
    went_on(*task);
}

void Tasks::at_end() {
  world.tasks.for_each([&](const Task &task) {
    if (task.kind == Task::Kind::taskwait && task.passed.at.valid() && !task.retired)
      went_on(task);
  });
}

} // namespace cts
