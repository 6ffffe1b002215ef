// The ends of blocks: the mutex of a structured block is released inside its task and its loop,
// that of an atomic region before any other construct, that of every block before a barrier.
#include "validator/machines/host/mutex.h"

#include "rules/mutex.h"

namespace cts {

using namespace mutex;

// A structured block ends inside the task that executes it, and inside its loop.
void Mutex::ends(const Here &here, const Task &task, Over over) {
  if (!task.mutex.blocks)
    return;
  locks_.objects.for_each([&](MutexObject &object) {
    MutexHold *hold = hold_of(object, task.id);
    if (!hold || !is_block_kind(hold->kind) ||
        (over == Over::atomic && hold->kind != ompt_mutex_atomic))
      return;
    if (judge.promised(ompt_callback_mutex_released))
      judge.violated(rule::mutex_acquired_before_released, [&] {
        using namespace mutex_acquired_before_released;
        const u64 key = object.key;
        return (over == Over::atomic ? Message(in_atomic{.event = here.code, .wait_id = key})
                : over == Over::barrier
                    ? Message(at_barrier{.task = task.id, .kind = hold->kind, .wait_id = key})
                : over == Over::loop
                    ? Message(loop_ends{.task = task.id, .kind = hold->kind, .wait_id = key})
                    : Message(task_ends{.task = task.id, .kind = hold->kind, .wait_id = key}))
            .at(here.ref)
            .why("it was acquired here", hold->acquired);
      });
    if (over == Over::atomic || over == Over::barrier) // its release comes late
      return;
    forget_contests(object.key, task.id);
    drop(object, hold);
  });
}

void Mutex::on(const Here &here, const event::task_schedule &e) {
  const bool over = e.prior_task_status == ompt_task_complete ||
                    e.prior_task_status == ompt_task_cancel ||
                    e.prior_task_status == ompt_task_detach;
  const Task *task = over ? world.task(e.prior_task) : nullptr;
  if (task && task->kind == Task::Kind::explicit_)
    ends(here, *task, Over::task);
}

// A loop whose ordered constructs acquire nothing has doacross dependences: every iteration
// dispatches at least a source.
void Mutex::on(const Here &here, const event::dependences &e) {
  Task *task = here.thread.current;
  const u64 type = e.deps.size() < 2 ? 0 : e.deps[1];
  if (!task || (type != ompt_dependence_type_source && type != ompt_dependence_type_sink))
    return;
  task->mutex.doacross = true;
  if (task->mutex.alone.valid())
    judge.held(rule::mutex_acquired_before_released);
  task->mutex.alone = {};
}

void Mutex::judge_alone(Task &task) {
  const Parallel *region = world.region_of(task);
  const bool cancelled =
      task.cancelled || (region && region->cancelled) || !judge.tells_cancellation();
  if (task.mutex.alone.valid() && !cancelled && judge.promised(ompt_callback_mutex_acquired) &&
      judge.promised(ompt_callback_dependences))
    judge.violated(rule::mutex_acquired_before_released, [&] {
      return mutex_acquired_before_released::asked_only{.wait_id = task.mutex.alone_id,
                                                        .task = task.id}
          .at(task.mutex.alone);
    });
  task.mutex.alone = {};
  task.mutex.doacross = false;
}

// An initial task may end inside a block, because the program exits.
void Mutex::on(const Here &here, const event::implicit_task &e) {
  Task *task = e.endpoint == endpoint_end ? world.task(e.task) : nullptr;
  if (!task || task->kind != Task::Kind::implicit)
    return;
  ends(here, *task, Over::task);
  judge_alone(*task);
}

// No construct is encountered in an atomic region, and no barrier in any block of its task.
void Mutex::on(const Here &here, const event::sync_region &e) {
  if (const Task *task = executing(here); task && e.endpoint == endpoint_begin)
    ends(here, *task, is_team_barrier(e.kind) ? Over::barrier : Over::atomic);
}

// No loop lies inside a block of its task: a held mutex was acquired in the loop.
void Mutex::on(const Here &here, const event::work &e) {
  Task *task = e.endpoint == endpoint_end && is_loop(e.work_type) ? world.task(e.task) : nullptr;
  if (!task)
    return;
  ends(here, *task, Over::loop);
  judge_alone(*task);
}

} // namespace cts
