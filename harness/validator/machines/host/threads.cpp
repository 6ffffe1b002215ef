#include "validator/machines/host/threads.h"

#include "rules/finalization.h"
#include "rules/teams.h"
#include "rules/threads.h"
#include "validator/machines/host/locks.h"

namespace cts {

namespace {

// Callbacks that a thread may make without being an OpenMP thread, because it serves a device.
bool serves_device(u8 code) {
  return code >= ompt_callback_device_initialize && code <= ompt_callback_device_unload;
}

// A thread of a device's own library may see the end of an operation.
bool ends_operation(const Here &here) {
  event::target_submit_emi submit;
  event::target_data_op_emi operation;
  return (here.code == submit.event_code && decode(here.raw, submit) &&
          submit.endpoint == endpoint_end) ||
         (here.code == operation.event_code && decode(here.raw, operation) &&
          operation.endpoint == endpoint_end);
}

// Any thread may call omp_fulfill_event, also a thread unknown to OpenMP.
bool fulfils_event(const Here &here) {
  event::task_schedule e;
  return here.code == event::task_schedule::event_code && decode(here.raw, e) &&
         (e.prior_task_status == ompt_task_early_fulfill ||
          e.prior_task_status == ompt_task_late_fulfill);
}

// Routines and directives that need no OpenMP thread. The C library runs the destructors of the
// program's thread_local objects when the runtime has left the thread.
bool outlives_thread(const Here &here) {
  const auto of_lock = [&](auto e) {
    return here.code == e.event_code && decode(here.raw, e) && is_lock_kind(e.kind);
  };
  return of_lock(event::lock_init()) || of_lock(event::lock_destroy()) ||
         of_lock(event::mutex_acquire()) || of_lock(event::mutex_acquired()) ||
         of_lock(event::mutex_released()) || here.code == ompt_callback_nest_lock ||
         here.code == ompt_callback_flush || here.code == ompt_callback_control_tool ||
         here.code == ompt_callback_error;
}

} // namespace

void Threads::on(const Here &here, const event::stream_begin &e) {
  here.thread.stack_low = e.stack_low;
  here.thread.stack_high = e.stack_high;
  here.thread.main = e.main != 0;
}

// The thread's frames may be in any stack from now on, and back in the first one.
void Threads::on(const Here &here, const event::other_stack &) {
  here.thread.stack_low = here.thread.stack_high = 0;
}

void Threads::outside_life(const Here &here) {
  const Thread &thread = here.thread;
  if (here.code == ompt_callback_thread_begin || serves_device(here.code))
    return;
  if (!thread.begun && !thread.ended) {
    if (!judge.promised(ompt_callback_thread_begin) || fulfils_event(here) || ends_operation(here))
      return;
    judge.violated([&] {
      return thread_begin_first_on_thread::first_callback{.event = here.code,
                                                          .thread = thread.number};
    });
    if (here.code == ompt_callback_implicit_task)
      judge.violated([&] {
        return thread_begin_before_implicit_task::implicit_task_first{.thread = thread.number};
      });
    here.thread.begun = true; // reported once
    here.thread.begin = here.ref;
  } else if (thread.ended && judge.promised(ompt_callback_thread_begin) && !outlives_thread(here)) {
    judge.violated([&] {
      return thread_end_last_on_thread::after_end{.event = here.code, .thread = thread.number}.why(
          "the thread ended here", thread.end);
    });
  }
}

void Threads::on(const Here &here, const event::thread_begin &e) {
  Thread &thread = here.thread;
  judge.held(rule::thread_begin_first_on_thread);
  const bool again = thread.begun && judge.promised(ompt_callback_thread_end);
  judge.require(!again, [&] {
    return thread_begin_once::began_twice{.thread = thread.number}.why("it had begun here",
                                                                       thread.begin);
  });
  if (e.thread_type == ompt_thread_other)
    judge.held(rule::thread_begin_other_type); // until it executes a task
  judge.require(known_in(enum_kind::thread, e.thread_type, judge.profile()),
                [&] { return thread_begin_type_in_enum::no_enumerator{.type = e.thread_type}; });
  judge.require(rule::thread_begin_data_none, is_new(e.thread), [&] {
    return not_new(e.thread, {"thread_data", "thread-begin", "thread"});
  });
  thread.begun = true;
  thread.ended = false;
  thread.id = e.thread.id;
  thread.type = e.thread_type;
  thread.begin = here.ref;
  if (e.thread_type == ompt_thread_initial && initial_thread_ == EventRef::no_thread)
    initial_thread_ = thread.number;
}

void Threads::on(const Here &here, const event::thread_end &e) {
  Thread &thread = here.thread;
  if (judge.promised(ompt_callback_thread_begin)) {
    judge.require(thread.type != 0, [&] {
      return thread_end_paired::not_begun{.thread = thread.number}.why("it had ended here",
                                                                       thread.end);
    });
    if (thread.type && thread.id)
      judge.require(e.thread.id == thread.id, [&] {
        return thread_end_same_data::another_thread{.given = e.thread, .expected = thread.id}.why(
            "the thread began here", thread.begin);
      });
  }
  // No text says when a foreign thread's initial task must end.
  const Task *open = nullptr;
  for (const auto &entered : thread.entered)
    if (const Task *task = world.tasks.find(entered.task);
        task && task->kind != Task::Kind::initial)
      open = task;
  // A thread outside all teams executes explicit tasks alone, from 6.0 on.
  if (const Task *task = thread.current;
      task && task->kind == Task::Kind::explicit_ && task->state == Task::State::running &&
      task->thread == thread.number && thread.entered.empty() &&
      judge.promised(ompt_callback_implicit_task) && judge.promised(ompt_callback_task_schedule))
    open = task;
  judge.require(!open || world.exits_in_region, [&] {
    return thread_end_task_free::inside_task{.thread = thread.number, .task = open->id}.why(
        "the task began here", open->created);
  });
  if (thread.number == initial_thread_ && judge.promised(ompt_callback_implicit_task)) {
    const bool in_task =
        thread.current && thread.current->kind == Task::Kind::explicit_; // left by exit
    const bool closed = thread.entered.empty() || world.exits_in_region || in_task;
    judge.require(closed, [&] {
      return initial_task_end_before_thread_end::initial_task_open{}.why(
          "the task began here", world.tasks.find(thread.entered.front().task)
                                     ? world.tasks.find(thread.entered.front().task)->created
                                     : EventRef{});
    });
  }
  judge.held(rule::thread_end_last_on_thread); // until another callback comes
  thread.ended = true;
  thread.begun = false;
  thread.type = 0;
  thread.end = here.ref;
}

// The finalizer's thread, if it is an initial thread, has ended. Another initial thread may still
// be alive: a foreign thread never needs to end its OpenMP life, nor does a thread whose process
// ends inside a region.
void Threads::on(const Here &here, const event::tool_finalize &) {
  const Thread &thread = here.thread;
  if (!judge.promised(ompt_callback_thread_end) || (!thread.begun && !thread.ended))
    return;
  if (thread.begun && (thread.type != ompt_thread_initial || world.exits_in_region))
    return;
  judge.require(thread.ended, [&] {
    return fin_initial_thread_end_precedes::tool_finalized{}.why("the initial thread began here",
                                                                 thread.begin);
  });
}

// A stream is a native thread, and the current tasks are kept for each stream. If the thread's data
// and the implicit task are both those of another native thread, an OpenMP thread has moved: the
// trace of such a runtime cannot be judged (docs/readings.md). One of the two alone is wrong.
void Threads::on(const Here &here, const event::probe_thread &e) {
  carries_.erase(here.thread.number);
  if (!e.thread.ours() || e.thread.id == here.thread.id)
    return;
  for (const auto &[number, thread] : world.threads())
    if (thread.id == e.thread.id && thread.begun)
      carries_[here.thread.number] = number;
}

void Threads::on(const Here &here, const event::probe_task &e) {
  const auto there = carries_.find(here.thread.number);
  const Task *task = e.level == 0 && there != carries_.end() ? world.task(e.task) : nullptr;
  if (task && task->kind == Task::Kind::implicit && task->created.thread == there->second)
    carried_ = {there->second, here.thread.number, task->id};
}

std::string Threads::problem() const {
  return carried_.to ? fmt::format("the OpenMP thread of T{} goes from native thread {} to {}: "
                                   "threads that native threads carry in turn cannot be judged",
                                   carried_.task, carried_.from, carried_.to)
                     : "";
}

void Threads::executes(const Here &here, const Task &task) {
  const Thread &thread = here.thread;
  if (task.kind == Task::Kind::initial && task.parallel) {
    here.thread.of_league = true;
    if (judge.promised(ompt_callback_thread_begin))
      judge.require(
          rule::teams_native_thread_events, thread.type && !thread.ended, [&]() -> Message {
            using namespace teams_native_thread_events;
            const u64 league = task.parallel;
            if (thread.ended)
              return thread_ended{.index = task.index, .league = league, .thread = thread.number};
            return thread_not_begun{.index = task.index, .league = league, .thread = thread.number};
          });
  }
  if (thread.type == 0)
    return; // no callback announced the thread
  if (thread.type == ompt_thread_other)
    judge.violated([&] {
      return thread_begin_other_type::executes{.thread = thread.number, .task = task.id}.why(
          "the thread began here", thread.begin);
    });
  if (task.kind == Task::Kind::implicit) {
    judge.held(rule::thread_begin_before_implicit_task);
    // A member with another number than 0 is a thread of the runtime. A thread created for a league
    // may serve a team later.
    const bool served_league = thread.of_league && thread.type == ompt_thread_initial;
    if (task.index != 0 && thread.entered.size() <= 1)
      judge.require(thread.type == ompt_thread_worker || served_league, [&] {
        return thread_begin_worker_type::another_type{
            .thread = thread.number, .index = task.index, .type = thread.type}
            .why("the thread began here", thread.begin);
      });
  }
  // An initial task inside another task belongs to a target region on the host: any thread may
  // execute it.
  const bool outermost = thread.entered.size() <= 1 &&
                         (thread.entered.empty() || thread.entered.front().suspended == 0);
  if (task.kind == Task::Kind::initial && !task.parallel && outermost) {
    // A thread that the program created may also have the type unknown.
    const bool initial =
        thread.type == ompt_thread_initial || (thread.type == ompt_thread_unknown && !thread.main);
    judge.require(initial, [&] {
      return thread_begin_initial_type::another_type{.thread = thread.number, .type = thread.type}
          .why("the thread began here", thread.begin);
    });
    judge.held(rule::initial_task_begin_after_thread_begin);
  }
}

} // namespace cts
