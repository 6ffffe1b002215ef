#include "validator/machines/tasking/schedule.h"

#include "rules/schedule.h"
#include "rules/tasks.h"

#include <algorithm>
#include <utility>

namespace cts {

namespace {

bool ends_task(u32 status) { return status == ompt_task_complete || status == ompt_task_cancel; }

} // namespace

void Schedule::on(const Here &here, const event::task_schedule &e) {
  const u32 status = e.prior_task_status;
  judge.require(statuses_.has(status),
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

// The prior task is not a live task.
void Schedule::leave_unknown(const Here &here, const event::task_schedule &e) {
  Thread &thread = here.thread;
  const u32 status = e.prior_task_status;
  if (e.prior_task.ours() && world.created.contains(e.prior_task.id)) {
    // A runtime may report a detached task complete when its event has been fulfilled.
    const bool late = status == ompt_task_complete &&
                      std::find(fulfilled_late_.begin(), fulfilled_late_.end(), e.prior_task.id) !=
                          fulfilled_late_.end();
    const Rule rule =
        late ? rule::task_fulfill_no_extra_complete : rule::task_schedule_complete_once;
    // The thread that suspended an untied task may report this after another thread completed the
    // task.
    if (thread.schedule.gone == e.prior_task.id && !ends_task(status)) {
      judge.held(rule::task_schedule_complete_once);
      return;
    }
    judge.violated(rule, [&]() -> Message {
      if (ends_task(status))
        return shared::completes_again{.task = e.prior_task.id};
      return shared::suspended_again{.task = e.prior_task.id};
    });
    return;
  }
  const bool none_allowed = judge.profile() >= version::v60 && e.prior_task.null();
  judge_current(here, e.prior_task, none_allowed && !thread.current);
}

void Schedule::leave(const Here &here, const event::task_schedule &e, Task *prior) {
  Thread &thread = here.thread;
  const u32 status = e.prior_task_status;
  // A runtime may report the end of a discarded task that was never current. Only runtimes with
  // cancel events tell that a task was discarded.
  const bool untold = !prior->started && prior != thread.current && !is_implicit(*prior) &&
                      !judge.tells_cancellation();
  if ((prior->discarded || untold) && ends_task(status)) {
    finish(*prior);
    return;
  }
  judge_current(here, e.prior_task, prior == thread.current);
  judge.require(!prior->has_flag(ompt_task_merged), [&] {
    return task_schedule_no_merged::prior_merged{.task = prior->id}.why("the task was created here",
                                                                        prior->created);
  });
  judge_status(here, status, *prior);
  judge_switch(e, *prior);
  if (status == ompt_task_switch && prior == thread.current && prior->mutex.blocks)
    leaves_block(here, *prior);
  // An untied task may have continued on another thread; the stamps are too close to tell.
  if (prior == thread.current && prior->thread != thread.number)
    return;
  const EventRef before = prior->last;
  prior->last = here.ref;
  if (ends_task(status) && !is_implicit(*prior)) {
    judge.held(rule::task_schedule_complete_once);
    finish(*prior);
  } else if (status == ompt_task_detach && !is_implicit(*prior)) {
    // If another thread fulfilled the event at the same time, the body's end came first or last.
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

// A completed task begins again, as a replayed task of a taskgraph may. The events of a replay are
// unspecified (14.3).
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
    work_.taskloop_task_starts(*next);
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

// No task waits for this task any more.
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
  // Usually the task's thread has reported its next task. If another thread reports the task
  // complete, that thread returns to the task that it executed before.
  if (Thread &own = world.thread(task.thread); own.current == &task)
    own.current = world.tasks.find(task.schedule.over);
  // If an untied task left a thread without an event, the thread's current task is unknown.
  if (task.untied())
    for (auto &[number, thread] : world.threads())
      if (thread.current == &task) {
        thread.current = nullptr;
        thread.schedule.gone = task.id;
      }
  world.ends(task);
  world.tasks.erase(task.id);
}

// No thread executes a task after its region ended. If the program exits inside a region, its tasks
// stay as they are.
void Schedule::at_end() {
  judge.held(rule::task_schedule_completes_eventually);
  world.tasks.for_each([&](const Task &task) {
    if (task.retired || is_implicit(task) || task.kind == Task::Kind::target || !task.parallel)
      return;
    const Parallel *region = world.region_of(task);
    if (region && !region->ended)
      return;
    if (task.state == Task::State::detached) {
      judge_unfulfilled(task);
      return;
    }
    judge.violated(rule::task_schedule_completes_eventually, [&] {
      using namespace task_schedule_completes_eventually;
      const u64 region_over = task.parallel;
      return (task.started ? Message(started{.task = task.id, .parallel = region_over})
                           : Message(never_executed{.task = task.id, .parallel = region_over}))
          .at(task.created);
    });
  });
}

} // namespace cts
