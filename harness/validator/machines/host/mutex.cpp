#include "validator/machines/host/mutex.h"

#include "rules/general.h"
#include "rules/mutex.h"

namespace cts {

using namespace mutex;

namespace {

constexpr TransitionTable<Request, Then> request_table(requests);
constexpr TransitionTable<Hold, Step> hold_table(holds);

Hold state_of(const MutexHold *hold) {
  return !hold ? Hold::free : hold->depth ? Hold::nested : Hold::held;
}

MutexHold *any_hold_of(MutexObject &object) {
  for (MutexHold &hold : object.holds)
    if (!hold.past)
      return &hold;
  return nullptr;
}

MutexHold *past_hold_of(MutexObject &object, u32 task) {
  for (MutexHold &hold : object.holds)
    if (hold.task == task && hold.past)
      return &hold;
  return nullptr;
}

// A task owns a lock, but the events of a nestable lock ask for the thread (docs/readings.md).
MutexHold *hold_on(MutexObject &object, u32 thread) {
  for (MutexHold &hold : object.holds)
    if (hold.acquired.thread == thread && !hold.past)
      return &hold;
  return nullptr;
}

// Whether only one task can hold a mutex of this kind. Several atomics may have one identifier.
bool is_exclusive_kind(u32 kind) {
  return is_lock_kind(kind) || kind == ompt_mutex_critical || kind == ompt_mutex_ordered;
}
Rule exclusive_rule(u32 kind) {
  return kind == ompt_mutex_critical  ? rule::critical_exclusive
         : kind == ompt_mutex_ordered ? rule::ordered_iteration_order
                                      : rule::lock_exclusive;
}

// Whether two members of a team execute the same loop, as far as events tell. The ordered regions
// of several loops may share an identifier.
bool in_one_loop(const Task &one, const Task &other) {
  const std::size_t at = one.innermost(ompt_callback_work);
  const std::size_t there = other.innermost(ompt_callback_work);
  return at != Task::none && there != Task::none && one.parallel == other.parallel &&
         is_loop(one.regions[at].kind) && one.regions[at].position == other.regions[there].position;
}

// A block may have the less specific kind lock; but an initialized lock is no block.
bool same_sort(u32 one, u32 other, const MutexObject *object) {
  const bool lock = object && object->initialized;
  return one == other || (!lock && ((is_block_kind(one) && other == ompt_mutex_lock) ||
                                    (is_block_kind(other) && one == ompt_mutex_lock)));
}

} // namespace

void Mutex::watch(Thread &thread) {
  thread.mutex.watch = thread.mutex.request.state != static_cast<u8>(Request::none);
  for (const Contest &contest : contests_)
    thread.mutex.watch |= contest.thread == thread.number;
}

// An event on a thread with an open request, or with a mutex that another thread seems to have
// acquired.
void Mutex::goes_on(const Here &here) {
  if (here.code != ompt_callback_mutex_released && !contests_.empty())
    prove(here, 0);
  auto &asked = here.thread.mutex.request;
  if (asked.state == static_cast<u8>(Request::none))
    return;
  const bool answer = here.code == ompt_callback_mutex_acquire ||
                      here.code == ompt_callback_mutex_acquired ||
                      here.code == ompt_callback_nest_lock;
  // An ordered construct without a block waits for its dependences and has no acquired.
  const bool ordered =
      asked.kind == ompt_mutex_ordered &&
      (here.code == ompt_callback_dependences || here.code == ompt_callback_mutex_released);
  // An implied flush proves nothing about the request.
  const bool waits = asked.state == static_cast<u8>(Request::waiting);
  if (answer || ordered || (waits && here.code == ompt_callback_flush))
    return;
  // An untied task may be suspended anywhere, also during a request.
  if (here.thread.current && here.thread.current->untied() &&
      here.code == ompt_callback_task_schedule)
    asked.state = static_cast<u8>(Request::none);
  else
    request(here, Then::other, 0, 0);
  watch(here.thread);
}

// Events that are not promised may be missing. An untied task may ask on another thread.
bool Mutex::tells_requests(const Here &here) const {
  const bool untied = here.thread.current && here.thread.current->untied();
  return !untied && judge.promised(ompt_callback_mutex_acquire) &&
         judge.promised(ompt_callback_task_create) && judge.promised(ompt_callback_task_schedule);
}

// The thread's request is answered, dropped, or replaced by another.
void Mutex::request(const Here &here, Then then, u64 wait_id, u32 kind) {
  auto &asked = here.thread.mutex.request;
  const auto &step = request_table(static_cast<Request>(asked.state), then);
  const bool answered = then == Then::acquired || then == Then::owned;
  const bool due = tells_requests(here) &&
                   (!is_nest_kind(asked.kind) || judge.promised(ompt_callback_nest_lock));
  if (!step.legal && due) {
    judge.violated(step.violated, [&]() -> Message {
      namespace before_acquired = mutex_acquire_before_acquired;
      if (answered)
        return before_acquired::not_asked_for{.kind = kind, .wait_id = wait_id};
      return before_acquired::goes_on{
          .kind = asked.kind, .wait_id = asked.wait_id, .event = here.code}
          .why("it was asked for here", asked.asked);
    });
  } else if (asked.state != static_cast<u8>(Request::none)) {
    if (answered)
      judge.held(rule::mutex_acquire_before_acquired);
    if (answered && judge.promised(ompt_callback_mutex_acquire))
      judge.require(asked.wait_id == wait_id, [&] {
        return mutex_wait_id_same::another_word{.wait_id = wait_id, .asked = asked.wait_id}.why(
            "it was asked for here", asked.asked);
      });
  }
  asked.state = static_cast<u8>(step.to);
}

void Mutex::judge_kinds(const MutexObject &object, const MutexHold &hold, u32 kind) {
  const u64 wait_id = object.key;
  judge.require(rule::mutex_kind_consistent,
                kind == without_test(hold.kind) || same_sort(kind, hold.kind, &object), [&] {
                  return mutex_kind_consistent::released_as{
                      .kind = kind, .wait_id = wait_id, .before = hold.kind}
                      .why("it was acquired here", hold.acquired);
                });
}

void Mutex::on(const Here &here, const event::mutex_acquire &e) {
  locks_.judge_kind(here, e.kind);
  locks_.judge_wait_id(here, e.wait_id);
  locks_.judge_implementation(here, e.impl);
  if (is_lock_kind(e.kind))
    locks_.judge_use(here, locks_.objects[e.wait_id], e.kind, e.hint, false);
  if (e.kind == ompt_mutex_ordered)
    judge.require(e.hint == 0, [&] { return mutex_hint::of_ordered{.hint = e.hint}; });
  const bool may_fail = is_test_kind(e.kind) || e.kind == ompt_mutex_ordered;
  request(here, may_fail ? Then::test : Then::acquire, e.wait_id, e.kind);
  here.thread.mutex.request.wait_id = e.wait_id;
  here.thread.mutex.request.kind = e.kind;
  here.thread.mutex.request.asked = here.ref;
  here.thread.mutex.watch = true;
}

void Mutex::on(const Here &here, const event::mutex_acquired &e) {
  locks_.judge_kind(here, e.kind);
  locks_.judge_wait_id(here, e.wait_id);
  const auto asked = here.thread.mutex.request;
  request(here, Then::acquired, e.wait_id, e.kind);
  if (asked.state != static_cast<u8>(Request::none)) {
    if (judge.promised(ompt_callback_mutex_acquire))
      judge.require(rule::mutex_kind_consistent,
                    same_sort(e.kind, asked.kind, locks_.objects.find(e.wait_id)), [&] {
                      return mutex_kind_consistent::acquired_as{
                          .kind = e.kind, .wait_id = e.wait_id, .before = asked.kind}
                          .why("it was asked for here", asked.asked);
                    });
  }
  watch(here.thread);

  MutexObject &object = locks_.objects[e.wait_id];
  locks_.judge_use(here, object, e.kind, 0, false);
  MutexHold *mine = hold_of(object, owner(here));
  const auto &step = hold_table(state_of(mine), Step::acquired);
  const Rule rule = is_nest_kind(e.kind) && mine ? rule::nest_lock_owned : step.violated;
  const bool told = judge.promised(ompt_callback_mutex_released);
  if (!step.legal && told)
    judge.violated(rule, [&] {
      return shared::acquired_twice{.kind = e.kind, .wait_id = e.wait_id}.why(
          "it was acquired here", mine->acquired);
    });
  if (is_exclusive_kind(e.kind) && told) {
    judge.held(exclusive_rule(e.kind));
    if (!object.holds.empty())
      contest(here, object);
  }
  if (!mine) {
    mine = &object.holds.emplace_back();
    mine->task = owner(here);
    if (Task *task = executing(here); task && is_block_kind(e.kind))
      ++task->mutex.blocks;
  }
  mine->kind = e.kind;
  mine->depth = 0;
  mine->acquired = here.ref;
  mine->time = here.time;
}

// Whether the release answers the request of an ordered construct without a block. The request is
// then over.
bool Mutex::answers_stand_alone(const Here &here, const event::mutex_released &e) {
  auto &asked = here.thread.mutex.request;
  const bool stand_alone = asked.state != static_cast<u8>(Request::none) &&
                           asked.kind == ompt_mutex_ordered && asked.wait_id == e.wait_id;
  if (Task *task = stand_alone ? here.thread.current : nullptr; task && !task->mutex.doacross) {
    task->mutex.alone = here.ref;
    task->mutex.alone_id = e.wait_id;
  }
  asked.state = static_cast<u8>(Request::none);
  if (here.thread.mutex.watch)
    watch(here.thread);
  return stand_alone;
}

void Mutex::on(const Here &here, const event::mutex_released &e) {
  locks_.judge_kind(here, e.kind);
  locks_.judge_wait_id(here, e.wait_id);
  if (here.thread.mutex.watch && !contests_.empty())
    prove(here, e.wait_id);
  const bool stand_alone = answers_stand_alone(here, e);
  MutexObject *object = locks_.objects.find(e.wait_id);
  MutexHold *mine = object ? hold_of(*object, owner(here)) : nullptr;
  if (MutexHold *past = object && !mine ? past_hold_of(*object, owner(here)) : nullptr) {
    judge.held(rule::mutex_acquired_before_released); // of the lock that had the identifier before
    forget_contests(e.wait_id, past->task);
    watch(here.thread);
    drop(*object, past);
    return;
  }
  if (object)
    locks_.judge_use(here, *object, e.kind, 0,
                     mine || !judge.promised(ompt_callback_mutex_acquired));
  if (mine)
    release(here, e, *object, mine);
  else
    release_unowned(e, object, stand_alone);
  if (object)
    locks_.forget_if_idle(*object);
}

// A program destroys no lock that is set. The release of another task may be reported later, that
// of the same task may not.
void Mutex::on(const Here &here, const event::lock_destroy &e) {
  MutexObject *object = locks_.objects.find(e.wait_id);
  if (!object)
    return;
  contest(here, *object);
  MutexHold *mine = hold_of(*object, owner(here));
  if (!mine)
    return;
  report({e.wait_id, mine->task, here.thread.number, *mine, here.ref, here.time, true}, here.ref);
  drop(*object, mine);
}

// The task has not acquired the mutex. Unsetting another task's lock is a program error; the
// releasing task may be unreported.
void Mutex::release_unowned(const event::mutex_released &e, MutexObject *object, bool stand_alone) {
  const bool tasks_told =
      judge.promised(ompt_callback_task_create) && judge.promised(ompt_callback_task_schedule);
  MutexHold *other = object ? any_hold_of(*object) : nullptr;
  const bool foreign = other && (is_lock_kind(e.kind) || !tasks_told);
  // A request identifies an ordered construct without a block, which may have the kind lock.
  const bool may_stand_alone = !judge.promised(ompt_callback_mutex_acquire) &&
                               (e.kind == ompt_mutex_ordered ||
                                (e.kind == ompt_mutex_lock && !(object && object->initialized)));
  if (judge.promised(ompt_callback_mutex_acquired) && !stand_alone && !may_stand_alone)
    judge.require(hold_table(state_of(nullptr), Step::released).violated, foreign, [&] {
      return mutex_acquired_before_released::not_acquired{.kind = e.kind, .wait_id = e.wait_id};
    });
  if (foreign) {
    forget_contests(e.wait_id, other->task);
    drop(*object, other);
  }
}

void Mutex::release(const Here &here, const event::mutex_released &e, MutexObject &object,
                    MutexHold *mine) {
  const auto &step = hold_table(state_of(mine), Step::released);
  if (step.legal) {
    judge.held(rule::mutex_acquired_before_released);
    if (is_nest_kind(mine->kind))
      judge.held(rule::nest_lock_balance);
  } else if (judge.promised(ompt_callback_nest_lock))
    judge.violated(step.violated, [&] {
      return nest_lock_balance::sets_left{
          .kind = e.kind, .wait_id = e.wait_id, .depth = mine->depth}
          .why("it was acquired here", mine->acquired);
    });
  if (judge.promised(ompt_callback_mutex_acquired)) // otherwise this may end another task's hold
    judge_kinds(object, *mine, e.kind);
  if (Task *task = executing(here); task && is_block_kind(mine->kind) && task->mutex.blocks)
    --task->mutex.blocks;
  if (!contests_.empty()) {
    forget_contests(e.wait_id, mine->task);
    watch(here.thread);
  }
  drop(object, mine);
}

void Mutex::on(const Here &here, const event::nest_lock &e) {
  locks_.judge_wait_id(here, e.wait_id);
  const bool begin = e.endpoint == endpoint_begin;
  judge.require(rule::endpoint_in_enum, begin || e.endpoint == endpoint_end, [&] {
    return endpoint_in_enum::no_endpoint{.event = here.code, .endpoint = e.endpoint};
  });
  const bool asked = here.thread.mutex.request.state != static_cast<u8>(Request::none);
  request(here, begin ? Then::owned : Then::other, e.wait_id, ompt_mutex_nest_lock);
  watch(here.thread);
  MutexObject &object = locks_.objects[e.wait_id];
  MutexHold *mine = hold_of(object, owner(here));
  if (!mine)
    mine = hold_on(object, here.thread.number);
  locks_.judge_use(here, object, ompt_mutex_nest_lock, 0, false);
  // At a depth of 0 it is held, not nested.
  const auto &step = hold_table(state_of(mine), begin ? Step::nest_begin : Step::nest_end);
  const bool told = judge.promised(ompt_callback_mutex_acquired);
  if (step.legal) {
    judge.held(begin ? rule::nest_lock_owned : rule::nest_lock_held);
    if (begin)
      judge.held(rule::nest_lock_first_acquire);
  } else if (told)
    judge.violated(step.violated, [&] {
      Message message = mine ? Message(nest_lock_held::undoes_last{.wait_id = e.wait_id})
                        : begin
                            ? Message(nest_lock_first_acquire::not_acquired{.wait_id = e.wait_id})
                            : Message(nest_lock_balance::not_acquired{.wait_id = e.wait_id});
      for (const MutexHold &hold : object.holds)
        message.why("it was acquired here", hold.acquired);
      return message;
    });
  if (!mine && begin) {
    mine = &object.holds.emplace_back();
    *mine = {owner(here), ompt_mutex_nest_lock, 0, false, here.ref, here.time};
  } else if (mine && begin) {
    ++mine->depth;
    if (mine->task == owner(here))
      judge_further_set(here, e, *mine, asked);
  } else if (mine && mine->depth) {
    --mine->depth;
  }
  locks_.forget_if_idle(object);
}

// A runtime that finds the owner first need not ask for the lock, but it does so at each execution
// of a routine or at none. NULL stands for any address.
void Mutex::judge_further_set(const Here &here, const event::nest_lock &e, MutexHold &hold,
                              bool asked) {
  if (asked)
    hold.asked_from = e.codeptr_ra;
  else if (e.codeptr_ra && hold.asked_from == e.codeptr_ra && tells_requests(here))
    judge.violated(rule::nest_lock_owned, [&] {
      return nest_lock_owned::not_asked_for{.wait_id = e.wait_id, .codeptr = e.codeptr_ra}.why(
          "it was acquired here", hold.acquired);
    });
}

// The object has another owner, who has not reported its release.
void Mutex::contest(const Here &here, const MutexObject &object) {
  for (const MutexHold &hold : object.holds) {
    if (hold.past || hold.task == owner(here) || hold.time + uncertainty > here.time)
      continue;
    const Task *task = world.tasks.find(hold.task), *mine = executing(here);
    // Mutual exclusion applies within a contention group.
    if (!task || !mine || !task->contention_group ||
        task->contention_group != mine->contention_group ||
        (hold.kind == ompt_mutex_ordered && !in_one_loop(*task, *mine)))
      continue;
    const bool destroyed = here.code == event::lock_destroy::event_code;
    const Contest contest{object.key, hold.task, task->thread, hold,
                          here.ref,   here.time, destroyed};
    const bool suspended =
        task->state != Task::State::running || task->thread == here.thread.number;
    // A task that does not execute cannot have released it.
    if (suspended)
      report(contest, task->last);
    else if (contests_.size() < 64) {
      contests_.push_back(contest);
      world.thread(task->thread).mutex.watch = true;
    }
  }
}

// The thread's task does something other than a release: it still held the mutex that another task
// acquired or destroyed.
void Mutex::prove(const Here &here, u64 except) {
  for (std::size_t i = 0; i < contests_.size();) {
    const Contest &contest = contests_[i];
    const bool proves = contest.thread == here.thread.number && contest.wait_id != except &&
                        owner(here) == contest.task && here.time > contest.time + uncertainty;
    if (!proves) {
      ++i;
      continue;
    }
    report(contest, here.ref);
    contests_.erase(contests_.begin() + static_cast<std::ptrdiff_t>(i));
  }
  watch(here.thread);
}

void Mutex::report(const Contest &contest, EventRef witness) {
  const auto told = [&](auto breach) {
    return breach.at(contest.second)
        .why("that task acquired it here", contest.first.acquired)
        .why("and went on here without having released it", witness);
  };
  if (contest.destroyed)
    judge.violated(rule::mutex_acquired_before_released, [&] {
      return told(mutex_acquired_before_released::destroyed{.wait_id = contest.wait_id,
                                                            .task = contest.task});
    });
  else
    judge.violated(exclusive_rule(contest.first.kind), [&] {
      return told(shared::acquired_while_held{
          .kind = contest.first.kind, .wait_id = contest.wait_id, .task = contest.task});
    });
}

void Mutex::forget_contests(u64 wait_id, u32 task) {
  std::erase_if(contests_, [&](const Contest &contest) {
    return contest.wait_id == wait_id && contest.task == task;
  });
}

} // namespace cts
