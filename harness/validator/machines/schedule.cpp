// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "validator/machines/schedule.h"

namespace cts {

using namespace ompt_abi;

void Schedule::on(const Here &here, const event::task_schedule &e) {
  const u32 status = e.prior_task_status;
  if (judge.broken(Rule::task_schedule_status_in_enum,
                   known_in(enum_kind::task_status, status, judge.profile())))
    judge.report(Rule::task_schedule_status_in_enum,
                 fmt::format("prior_task_status {} is no enumerator of this version", status));
  Task *prior = world.task(e.prior_task);
  if (status == ompt_task_early_fulfill || status == ompt_task_late_fulfill) {
    fulfil(here, e, prior);
    return;
  }
  if (status == ompt_taskwait_complete) {
    complete_taskwait(here, e, prior);
    return;
  }
  leave(here, e, prior);
  enter(here, e);
}

// omp_fulfill_event: any thread says it, and nobody's current task changes.
void Schedule::fulfil(const Here &here, const event::task_schedule &e, Task *task) {
  const bool explicit_task =
      task && task->kind != Task::Kind::implicit && task->kind != Task::Kind::initial;
  if (judge.broken(Rule::task_fulfill_event,
                   explicit_task && !task->fulfilled && e.next_task.null())) {
    auto &finding = judge.report(
        Rule::task_fulfill_event,
        !explicit_task ? fmt::format("a fulfilment names {}, which is no task that could be "
                                     "detached",
                                     text_of(e.prior_task, 'T'))
        : task->fulfilled
            ? fmt::format("the event of T{} is fulfilled a second time", task->id)
            : fmt::format("a fulfilment names {} as the next task", text_of(e.next_task, 'T')));
    if (task)
      finding.why("the task was created here", task->created);
  }
  if (!explicit_task)
    return;
  // Early while the body runs or has not begun, late when it has finished. A body that finishes on
  // another thread at the same time leaves either answer right.
  const bool late = e.prior_task_status == ompt_task_late_fulfill;
  const bool finished = task->state == Task::State::detached;
  const bool certain = task->last.thread == here.ref.thread;
  if (certain && judge.broken(Rule::task_fulfill_early_late, late == finished))
    judge
        .report(Rule::task_fulfill_early_late,
                fmt::format("{} is reported for T{}, whose body has {}",
                            render(enum_kind::task_status, e.prior_task_status), task->id,
                            finished ? "finished" : "not finished"))
        .why("the task's last event is here", task->last);
  task->fulfilled = true;
  task->last = here.ref;
  if (finished)
    finish(*task);
}

// 5.1 and later: taskwait with depend is a task that completes without being scheduled in.
void Schedule::complete_taskwait(const Here &, const event::task_schedule &e, Task *task) {
  const bool is_taskwait = task && task->has_flag(ompt_task_taskwait);
  if (judge.broken(Rule::taskwait_complete_schedule, is_taskwait && e.next_task.null()))
    judge.report(Rule::taskwait_complete_schedule,
                 is_taskwait ? fmt::format("taskwait_complete names {} as the next task",
                                           text_of(e.next_task, 'T'))
                             : fmt::format("taskwait_complete names {}, which was not created by a "
                                           "taskwait",
                                           text_of(e.prior_task, 'T')));
  if (is_taskwait)
    finish(*task);
}

void Schedule::leave(const Here &here, const event::task_schedule &e, Task *prior) {
  Thread &thread = here.thread;
  const u32 status = e.prior_task_status;
  const bool none_allowed = judge.profile() >= version::v60 && e.prior_task.null();
  const bool is_current = prior ? prior == thread.current : none_allowed && !thread.current;
  const bool ends = status == ompt_task_complete || status == ompt_task_cancel;
  if (!prior && e.prior_task.ours() && ends && world.created.contains(e.prior_task.id)) {
    if (judge.broken(Rule::task_schedule_complete_once, false))
      judge.report(Rule::task_schedule_complete_once,
                   fmt::format("T{} completes, but it had ended before", e.prior_task.id));
  } else if (judge.broken(Rule::task_schedule_prior_is_current, is_current)) {
    judge
        .report(Rule::task_schedule_prior_is_current,
                fmt::format("prior_task is {}, but thread {} executes {}",
                            text_of(e.prior_task, 'T'), thread.number,
                            thread.current ? fmt::format("T{}", thread.current->id) : "no task"))
        .why("that task became current here", thread.current ? thread.current->last : EventRef{});
  }
  if (!prior)
    return;
  if (judge.broken(Rule::task_schedule_no_merged, !prior->has_flag(ompt_task_merged)))
    judge
        .report(Rule::task_schedule_no_merged,
                fmt::format("T{} is a merged task and has a schedule event", prior->id))
        .why("the task was created here", prior->created);
  const bool implicit = prior->kind == Task::Kind::implicit || prior->kind == Task::Kind::initial;
  prior->last = here.ref;
  switch (status) {
  case ompt_task_complete:
  case ompt_task_cancel:
    if (implicit) {
      // Their end is an event of its own.
      if (status == ompt_task_complete && judge.broken(Rule::task_schedule_complete_once, false))
        judge
            .report(Rule::task_schedule_complete_once,
                    fmt::format("implicit task T{} is reported complete by a schedule event",
                                prior->id))
            .why("the task began here", prior->created);
      prior->state = Task::State::suspended;
      return;
    }
    judge.broken(Rule::task_schedule_complete_once, true);
    finish(*prior);
    return;
  case ompt_task_detach:
    if (judge.broken(Rule::task_schedule_complete_vs_detach, !prior->fulfilled))
      judge
          .report(Rule::task_schedule_complete_vs_detach,
                  fmt::format("T{} is reported detached, but its event was fulfilled before",
                              prior->id))
          .why("the task's last event is here", prior->last);
    prior->state = Task::State::detached;
    return;
  default:
    prior->state = Task::State::suspended;
  }
}

void Schedule::enter(const Here &here, const event::task_schedule &e) {
  Thread &thread = here.thread;
  Task *next = world.task(e.next_task);
  const bool none_allowed = judge.profile() >= version::v60 && e.next_task.null();
  if (judge.broken(Rule::task_schedule_next_known, next || none_allowed))
    judge.report(Rule::task_schedule_next_known,
                 fmt::format("next_task is {}, which is no task that was created and has not ended",
                             text_of(e.next_task, 'T')));
  if (!next) {
    thread.current = nullptr;
    return;
  }
  if (next->has_flag(ompt_task_merged) && judge.broken(Rule::task_schedule_no_merged, false))
    judge
        .report(Rule::task_schedule_no_merged,
                fmt::format("T{} is a merged task and has a schedule event", next->id))
        .why("the task was created here", next->created);
  const bool runs_elsewhere = next->state == Task::State::running && next->thread != thread.number;
  const bool runnable =
      next->state == Task::State::created || next->state == Task::State::suspended;
  if (judge.broken(Rule::task_schedule_next_known, runnable || (next == thread.current)))
    judge
        .report(Rule::task_schedule_next_known,
                fmt::format("next_task T{} {}", next->id,
                            runs_elsewhere ? fmt::format("is executing on thread {}", next->thread)
                            : next->state == Task::State::detached ? "has finished its body"
                                                                   : "is not suspended"))
        .why("the task's last event is here", next->last);
  const bool bound = next->kind == Task::Kind::implicit || next->kind == Task::Kind::initial ||
                     (next->started && !next->untied());
  const u32 home = next->started ? next->first_thread : next->thread;
  if (bound && judge.broken(Rule::task_schedule_tied_same_thread, home == thread.number))
    judge
        .report(Rule::task_schedule_tied_same_thread,
                fmt::format("T{} is tied and started on thread {}, but is resumed on thread {}",
                            next->id, home, thread.number))
        .why("the task was created here", next->created)
        .why("its last event before is here", next->last);
  if (!next->started) {
    next->started = true;
    next->first_thread = thread.number;
    threads_.executes(here, *next);
  }
  next->state = Task::State::running;
  next->thread = thread.number;
  next->last = here.ref;
  thread.current = next;
}

void Schedule::finish(Task &task) {
  if (Task *parent = world.tasks.find(task.parent); parent && parent->live_children)
    --parent->live_children;
  if (Parallel *region = world.region_of(task); region && region->live_tasks)
    --region->live_tasks;
  if (Thread &thread = world.thread(task.thread); thread.current == &task)
    thread.current = nullptr;
  world.tasks.erase(task.id);
}

} // namespace cts
