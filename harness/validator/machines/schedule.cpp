// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "validator/machines/schedule.h"

#include "rules/schedule.h"
#include "rules/tasks.h"
#include "rules/sync.h"

#include <algorithm>
#include <utility>

namespace cts {

using namespace ompt_abi;
using schedule::Life;
using schedule::Step;

namespace {

constexpr TransitionTable<Life, Step> life_table(schedule::life);

static_assert(static_cast<int>(Life::detached) == static_cast<int>(Task::State::detached) &&
              static_cast<int>(Life::over) == static_cast<int>(Task::State::completed));

const auto &step_of(const Task &task, Step step) {
  return life_table(static_cast<Life>(task.state), step);
}

bool is_implicit(const Task &task) {
  return task.kind == Task::Kind::implicit || task.kind == Task::Kind::initial;
}

bool ends_task(u32 status) { return status == ompt_task_complete || status == ompt_task_cancel; }

std::string current_of(const Thread &thread) {
  return thread.current ? fmt::format("T{}", thread.current->id) : "no task";
}

} // namespace

void Schedule::on(const Here &here, const event::task_schedule &e) {
  const u32 status = e.prior_task_status;
  judge.require(in_some_version(enum_kind::task_status, status, judge.profile()),
                [&] { return task_schedule_status_in_enum::no_enumerator{.status = status}; });
  Task *prior = world.task(e.prior_task);
  if (status == ompt_task_early_fulfill || status == ompt_task_late_fulfill) {
    fulfil(here, e, prior);
    return;
  }
  if (status == ompt_taskwait_complete) {
    complete_taskwait(here, e, prior);
    return;
  }
  if (prior)
    leave(here, e, prior);
  else
    leave_unknown(here, e);
  enter(here, e);
  free_agents_.switched(here);
}

// omp_fulfill_event: any thread says it, and nobody's current task changes.
void Schedule::fulfil(const Here &here, const event::task_schedule &e, Task *task) {
  if (!task && world.ends_later(e.prior_task.id)) {
    judge.held(rule::task_fulfill_event); // its completion came later and was heard first
    return;
  }
  const bool known = task && !is_implicit(*task) && task->kind != Task::Kind::taskwait;
  judge.require(
      rule::task_fulfill_event, known && !task->schedule.fulfilled && e.next_task.null(), [&] {
        Message message(
            !known ? fmt::format("a fulfillment names {}, which is no task that could be detached",
                                 text_of(e.prior_task, 'T'))
            : task->schedule.fulfilled
                ? fmt::format("the event of T{} is fulfilled a second time", task->id)
                : fmt::format("a fulfillment names {} as the next task",
                              text_of(e.next_task, 'T')));
        if (task)
          message.why("the task was created here", task->created);
        return message;
      });
  if (!known)
    return;
  // A body that finishes on another thread at the same time leaves either answer right, but a body
  // that has not begun cannot have finished.
  const bool late = e.prior_task_status == ompt_task_late_fulfill;
  const auto &step = step_of(*task, late ? Step::late_fulfill : Step::early_fulfill);
  const bool certain =
      task->last.thread == here.ref.thread || (late && task->state == Task::State::created);
  if (certain)
    judge.require(rule::task_fulfill_early_late, step.legal, [&] {
      return Message("{} is reported for T{}, whose body has {}",
                     render(enum_kind::task_status, e.prior_task_status), task->id,
                     task->state == Task::State::detached ? "finished" : "not finished")
          .why("the task's last event is here", task->last);
    });
  // The event is fulfilled after this has been told: nobody who waits for the task goes on before.
  const bool awaited = judge.profile() < version::v60 ||
                       static_cast<Rule>(task->due_rule) != rule::barrier_tasks_complete;
  if (task->due_time && awaited && here.time > task->due_time + uncertainty)
    judge.violated(static_cast<Rule>(task->due_rule), [&] {
      return Message("T{} was waited for, but its event is fulfilled after the waiting had ended",
                     task->id)
          .at(task->due)
          .why("the event is fulfilled here", here.ref)
          .why("the task was created here", task->created);
    });
  task->due_time = 0;
  const bool over = task->state == Task::State::detached;
  task->schedule.fulfilled = true;
  task->last = here.ref;
  if (!over)
    return;
  judge.held(rule::task_fulfill_no_extra_complete); // until it completes once more
  fulfilled_late_.add(task->id);
  finish(*task);
}

// 5.1 and later: taskwait with depend is a task that completes without being scheduled in.
void Schedule::complete_taskwait(const Here &here, const event::task_schedule &e, Task *task) {
  const bool is_taskwait = task && task->has_flag(ompt_task_taskwait);
  judge.require(rule::taskwait_complete_schedule, is_taskwait && e.next_task.null(), [&] {
    return Message(
        is_taskwait
            ? fmt::format("taskwait_complete names {} as the next task", text_of(e.next_task, 'T'))
            : fmt::format("taskwait_complete names {}, which was not created by a taskwait",
                          text_of(e.prior_task, 'T')));
  });
  if (!is_taskwait)
    return;
  ordering_.starts(here, *task);
  finish(*task);
}

// The prior task is none that is alive.
void Schedule::leave_unknown(const Here &here, const event::task_schedule &e) {
  Thread &thread = here.thread;
  const u32 status = e.prior_task_status;
  if (e.prior_task.ours() && world.created.contains(e.prior_task.id)) {
    // A runtime may say of a detached task that it is complete when it has been fulfilled.
    const bool late = status == ompt_task_complete &&
                      std::find(fulfilled_late_.begin(), fulfilled_late_.end(), e.prior_task.id) !=
                          fulfilled_late_.end();
    const Rule rule =
        late ? rule::task_fulfill_no_extra_complete : rule::task_schedule_complete_once;
    // Whoever has suspended an untied task may say so when another thread has completed it.
    if (thread.schedule.gone == e.prior_task.id && !ends_task(status)) {
      judge.held(rule::task_schedule_complete_once);
      return;
    }
    judge.violated(rule, [&] {
      return Message("T{} {}, but it had ended before", e.prior_task.id,
                     ends_task(status) ? "completes" : "is suspended");
    });
    return;
  }
  const bool none_allowed = judge.profile() >= version::v60 && e.prior_task.null();
  judge.require(rule::task_schedule_prior_is_current, none_allowed && !thread.current, [&] {
    return Message("prior_task is {}, but thread {} executes {}", text_of(e.prior_task, 'T'),
                   thread.number, current_of(thread))
        .why("that task became current here", thread.current ? thread.current->last : EventRef{});
  });
}

void Schedule::leave(const Here &here, const event::task_schedule &e, Task *prior) {
  Thread &thread = here.thread;
  const u32 status = e.prior_task_status;
  // A runtime may report the end of a discarded task although it was never current; that it was
  // discarded is told only where cancel events are.
  const bool untold = !prior->started && prior != thread.current && !is_implicit(*prior) &&
                      !judge.tells_cancellation();
  if ((prior->discarded || untold) && ends_task(status)) {
    finish(*prior);
    return;
  }
  judge.require(rule::task_schedule_prior_is_current, prior == thread.current, [&] {
    return Message("prior_task is T{}, but thread {} executes {}", prior->id, thread.number,
                   current_of(thread))
        .why("that task became current here", thread.current ? thread.current->last : EventRef{});
  });
  judge.require(!prior->has_flag(ompt_task_merged), [&] {
    return task_schedule_no_merged::prior_merged{.task = prior->id}.why("the task was created here",
                                                                        prior->created);
  });
  judge_status(here, status, *prior);
  judge_switch(e, *prior);
  if (status == ompt_task_switch && prior == thread.current && prior->mutex.blocks)
    leaves_block(here, *prior);
  // An untied task may have gone on elsewhere already, by stamps that are too close to tell.
  if (prior == thread.current && prior->thread != thread.number)
    return;
  const EventRef before = prior->last;
  prior->last = here.ref;
  if (ends_task(status) && !is_implicit(*prior)) {
    judge.held(rule::task_schedule_complete_once);
    finish(*prior);
  } else if (status == ompt_task_detach && !is_implicit(*prior)) {
    // Where it was fulfilled on another thread at the same time, the body's end came first or last.
    const bool too_late = prior->schedule.fulfilled && before.thread == here.ref.thread;
    judge.require(!too_late, [&] {
      return task_schedule_complete_vs_detach::fulfilled{.task = prior->id}.why(
          "the task's last event before is here", before);
    });
    constraint_.leaves(*prior);
    prior->state = Task::State::detached;
    if (prior->schedule.fulfilled)
      finish(*prior);
  } else {
    prior->state = Task::State::suspended;
    if (prior->suspected)
      ordering_.goes_on(here, *prior);
  }
}

// Where no barrier can be, not even one that the runtime adds: inside a critical, atomic or ordered
// block. There a task that is tied is suspended where it generates a task, waits for tasks, comes
// to a device construct or yields, which all have events, or copies device memory.
void Schedule::leaves_block(const Here &here, Task &prior) {
  const auto told = [&](u8 callback) { return judge.promised(callback); };
  if (!told(ompt_callback_task_create) || !told(ompt_callback_sync_region) ||
      !(told(ompt_callback_target) || told(ompt_callback_target_emi)))
    return; // an event on the way may be missing, and what is untied is not known
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

// Its next event tells whether it was suspended in a routine that copies device memory.
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

// A task that waits is at no taskyield, nor is one that makes way for its undeferred child.
void Schedule::judge_switch(const event::task_schedule &e, const Task &prior) {
  if (e.prior_task_status != ompt_task_switch && e.prior_task_status != ompt_task_yield)
    return;
  const OpenRegion *region =
      judge.promised(ompt_callback_sync_region) && !prior.regions.empty() ? &prior.regions.back()
                                                                          : nullptr;
  const bool waits =
      region && region->event == ompt_callback_sync_region &&
      (region->kind != ompt_sync_region_taskgroup || region->waited);
  const bool makes_way = prior.awaited && prior.awaited == e.next_task.id;
  judge.require(
      rule::task_schedule_switch_otherwise,
      e.prior_task_status == ompt_task_switch || !(waits || makes_way), [&] {
        return makes_way
                   ? Message("T{} is suspended with status yield for its undeferred child T{}; "
                             "expected switch",
                             prior.id, prior.awaited)
                   : Message("T{} is suspended with status yield inside {}; expected switch",
                             prior.id, render(enum_kind::sync_region, region->kind))
                         .why("that region began here", region->begin);
      });
}

void Schedule::judge_status(const Here &here, u32 status, Task &prior) {
  // Whoever is cancelled has met a cancellation point, and said so.
  if (status == ompt_task_cancel && judge.promised(ompt_callback_cancel))
    judge.require(prior.cancelled, [&] {
      return task_schedule_cancel::no_cancellation{.task = prior.id}.why(
          "the task was created here", prior.created);
    });
  if (is_implicit(prior)) {
    // Their end is an event of its own.
    const bool over = status == ompt_task_complete || status == ompt_task_detach;
    if (over)
      judge.violated([&] {
        return task_schedule_complete_once::implicit_task{.task = prior.id, .status = status}.why(
            "the task began here", prior.created);
      });
    return;
  }
  // The constructs that have a detach clause; up to 5.2 it excludes mergeable, while the task of a
  // target_data (15.7 of 6.0) may have both.
  if (status == ompt_task_detach) {
    const bool detachable = prior.kind == Task::Kind::explicit_ && !prior.taskloop &&
                            (judge.profile() >= version::v60 || !prior.has_flag(ompt_task_mergeable));
    judge.require(rule::task_schedule_complete_vs_detach, detachable, [&] {
      return Message("T{} is reported detached, but {}: its construct has no detach clause",
                     prior.id,
                     prior.taskloop ? std::string("a taskloop generated it")
                                    : "its flags are " + render(enum_kind::task_flag, prior.flags))
          .why("the task was created here", prior.created);
    });
  }
  // And goes on at its end from there.
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
    // A word that holds nothing is that of a task without task-create.
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
  // The event that suspended it there may bear a later stamp by a little.
  const bool moves = elsewhere && next->untied();
  const bool can = step_of(*next, Step::in).legal || next == thread.current || moves;
  judge.require(rule::task_schedule_next_known, can && !next->discarded, [&] {
    return Message("next_task T{} {}", next->id,
                   elsewhere ? fmt::format("is executing on thread {}", next->thread)
                   : next->state == Task::State::detached ? "has finished its body"
                   : next->discarded                      ? "was discarded"
                                                          : "is not suspended")
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

// Which explicit tasks a thread may execute: those that are bound to its current team; and it
// begins whatever is included in its own task, and nobody else does. Free agents are in no team.
void Schedule::judge_thread(const Here &here, const Task &next) {
  if (next.kind != Task::Kind::explicit_)
    return;
  const auto &entered = here.thread.entered;
  if (const Task *member = entered.empty() ? nullptr : world.tasks.find(entered.back().task))
    judge.require(
        rule::task_schedule_own_team,
        next.parallel == member->parallel && next.contention_group == member->contention_group, [&] {
          return Message("thread {}, whose implicit task is T{}, executes T{}, which is bound to "
                         "another team",
                         here.thread.number, member->id, next.id)
              .why("the implicit task began here", member->created)
              .why("the other task was created here", next.created);
        });
  const Task *parent = next.started ? nullptr : world.tasks.find(next.parent);
  if (parent && parent->kind == Task::Kind::explicit_ && parent->has_flag(ompt_task_final))
    judge.require(
        rule::task_schedule_included_same_thread, next.created.thread == here.ref.thread, [&] {
          return Message("T{} begins on thread {}, but thread {} has generated it, and it is "
                         "included in T{}, which is final",
                         next.id, here.thread.number, next.created.thread, parent->id)
              .why("the task was created here", next.created);
        });
}

// A task that has completed begins again, as one of a taskgraph may that is replayed. Which events
// that has is unspecified (14.3).
Task &Schedule::replay(const Here &here, const event::task_schedule &e) {
  judge.violated(
      [&] { return task_schedule_next_known::replayed{.next = e.next_task}.as_remark(); });
  Task &task = world.tasks[e.next_task.id];
  task.flags = ompt_task_explicit;
  task.created = here.ref;
  task.parallel = here.thread.current ? here.thread.current->parallel : 0;
  task.started = task.retired = true;
  task.first_thread = task.thread = here.thread.number;
  return task;
}

void Schedule::enter(const Here &here, const event::task_schedule &e) {
  Thread &thread = here.thread;
  const Task *before = thread.current;
  Task *next = world.task(e.next_task);
  thread.schedule.gone = 0;
  if (!next && judge.profile() >= version::v60 && world.dead(e.next_task))
    next = &replay(here, e);
  else
    judge_next(here, e, next);
  if (!next) {
    thread.current = nullptr;
    return;
  }
  if (next->suspected)
    ordering_.goes_on(here, *next);
  if (!next->started || next->thread != thread.number)
    next->schedule.over = before && before != next ? before->id : 0;
  if (!is_implicit(*next) && !next->started) {
    // Up to 5.2 an undeferred task is executed "without regard to" its dependences (note of 12.9).
    if (next->has_dependences &&
        (judge.profile() >= version::v60 || !next->has_flag(ompt_task_undeferred)))
      ordering_.starts(here, *next);
    constraint_.starts(here, *next);
    next->started = true;
    next->first_thread = thread.number;
    threads_.executes(here, *next);
  }
  next->state = Task::State::running;
  next->thread = thread.number;
  next->last = here.ref;
  thread.current = next;
}

void Schedule::discard(Task &task) {
  task.discarded = true;
  retire(task);
}

// Nobody waits for the task any more.
void Schedule::retire(Task &task) {
  if (task.retired)
    return;
  task.retired = true;
  if (Task *parent = world.tasks.find(task.parent)) {
    if (parent->live_children)
      --parent->live_children;
    if (parent->awaited == task.id) {
      parent->awaited = 0;
      if (task.kind == Task::Kind::taskwait)
        judge.held(rule::taskwait_init_create);
      else
        judge.held(rule::task_schedule_parent_suspended);
    }
  }
  if (Parallel *region = world.region_of(task); region && region->live_tasks)
    --region->live_tasks;
  work_.taskloop_task_ends(task);
  ordering_.completes(task);
  constraint_.leaves(task);
  constraint_.ends(task);
}

void Schedule::finish(Task &task) {
  retire(task);
  // Usually its thread has reported what it executes next. If another thread says that the task is
  // over, its own returns to what it executed before.
  if (Thread &own = world.thread(task.thread); own.current == &task)
    own.current = world.tasks.find(task.schedule.over);
  // What a thread executes that an untied task has left without a word nobody knows.
  if (task.untied())
    for (auto &[number, thread] : world.threads())
      if (thread.current == &task) {
        thread.current = nullptr;
        thread.schedule.gone = task.id;
      }
  world.ends(task);
  world.tasks.erase(task.id);
}

// A task whose region is over will not be executed any more. Where the program exits inside a
// region, its tasks stay as they are.
void Schedule::at_end() {
  judge.held(rule::task_schedule_completes_eventually);
  world.tasks.for_each([&](const Task &task) {
    if (task.retired || is_implicit(task) || task.kind == Task::Kind::target || !task.parallel)
      return;
    const Parallel *region = world.region_of(task);
    if (region && !region->ended)
      return;
    if (task.state == Task::State::detached) {
      judge.violated(rule::task_fulfill_event, [&] {
        return Message("the event of T{} was never fulfilled, but its region P{} is over: a thread "
                       "that OpenMP does not know may have fulfilled it",
                       task.id, task.parallel)
            .at(task.last)
            .as_remark();
      });
      return;
    }
    judge.violated(rule::task_schedule_completes_eventually, [&] {
      return Message("T{} {} and has not completed, but its region P{} is over", task.id,
                     task.started ? "started" : "was never executed", task.parallel)
          .at(task.created);
    });
  });
}

} // namespace cts
