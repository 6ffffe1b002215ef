// Tasks whose completion another task or thread reports: detached tasks and the tasks of a
// taskwait.
#include "validator/machines/tasking/schedule.h"

#include "rules/general.h"
#include "rules/schedule.h"
#include "rules/sync.h"
#include "rules/tasks.h"
#include "trace/code_names.h"

namespace cts {

using schedule::Step;
using schedule::step_of;

// omp_fulfill_event: any thread may report it, and no thread's current task changes.
void Schedule::fulfil(const Here &here, const event::task_schedule &e, Task *task) {
  if (!task && world.ends_later(e.prior_task.id)) {
    judge.held(rule::task_fulfill_event); // its completion came later and was heard first
    return;
  }
  const bool known = task && !is_implicit(*task) && task->kind != Task::Kind::taskwait;
  judge.require(
      rule::task_fulfill_event, known && !task->schedule.fulfilled && e.next_task.null(), [&] {
        using namespace task_fulfill_event;
        Message message = !known                     ? Message(not_detachable{.task = e.prior_task})
                          : task->schedule.fulfilled ? Message(second_time{.task = task->id})
                                                     : Message(names_next{.next = e.next_task});
        if (task)
          message.why("the task was created here", task->created);
        return message;
      });
  if (!known)
    return;
  // If a body finishes on another thread at the same time, either answer is right. A body that has
  // not begun cannot have finished.
  const bool late = e.prior_task_status == ompt_task_late_fulfill;
  const auto &step = step_of(*task, late ? Step::late_fulfill : Step::early_fulfill);
  const bool certain =
      task->last.thread == here.ref.thread || (late && task->state == Task::State::created);
  if (certain)
    judge.require(rule::task_fulfill_early_late, step.legal, [&] {
      using namespace task_fulfill_early_late;
      const u32 status = e.prior_task_status;
      return (task->state == Task::State::detached
                  ? Message(body_finished{.status = status, .task = task->id})
                  : Message(body_not_finished{.status = status, .task = task->id}))
          .why("the task's last event is here", task->last);
    });
  // The runtime reports this before it fulfills the event: no task that waits for this task
  // continues earlier.
  const bool awaited = judge.profile() < version::v60 ||
                       static_cast<Rule>(task->due_rule) != rule::barrier_tasks_complete;
  if (task->due_time && awaited && here.time > task->due_time + uncertainty)
    judge.violated(static_cast<Rule>(task->due_rule), [&] {
      return shared::fulfilled_late{.task = task->id}
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

// A detached task whose region is over.
void Schedule::judge_unfulfilled(const Task &task) {
  // From 6.0 on a barrier need not wait for it: a program may forget the event.
  if (!no_fulfilment_)
    no_fulfilment_ = judge.profile() < version::v60 && nobody_can_call(trace_, "omp_fulfill_event");
  const u32 region = task.parallel;
  if (*no_fulfilment_)
    judge.violated([&] {
      return task_schedule_complete_vs_detach::no_fulfilment{.task = task.id, .parallel = region}
          .at(task.last);
    });
  else
    judge.violated([&] {
      return task_fulfill_event::never_fulfilled{.task = task.id, .parallel = region}
          .at(task.last)
          .as_remark();
    });
}

// 5.1 and later: a taskwait with depend clauses is a task that completes without being scheduled
// in.
void Schedule::complete_taskwait(const Here &here, const event::task_schedule &e, Task *task) {
  const bool is_taskwait = task && task->has_flag(ompt_task_taskwait);
  judge.require(rule::taskwait_complete_schedule, is_taskwait && e.next_task.null(),
                [&]() -> Message {
                  using namespace taskwait_complete_schedule;
                  if (is_taskwait)
                    return names_next{.next = e.next_task};
                  return no_taskwait{.task = e.prior_task};
                });
  if (!is_taskwait)
    return;
  ordering_.starts(here, *task);
  finish(*task);
}

} // namespace cts
