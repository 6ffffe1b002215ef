#include "validator/machines/host/locks.h"

#include "rules/mutex.h"

#include <algorithm>

namespace cts {

namespace {

constexpr std::size_t destroyed_remembered = 1024;
// Keeps objects that are used repeatedly.
constexpr std::size_t idle_remembered = 1024;
constexpr std::size_t past_holds_kept = 64; // of one lock

} // namespace

void Locks::judge_kind(const Here &here, u32 kind) {
  judge.require(kinds_.has(kind),
                [&] { return mutex_kind_in_enum::no_kind{.event = here.code, .kind = kind}; });
}

void Locks::judge_wait_id(const Here &here, u64 wait_id) {
  judge.require(wait_id != 0, [&] { return mutex_wait_id_nonzero::none{.event = here.code}; });
}

void Locks::judge_implementation(const Here &here, u32 impl) {
  if (!enumerated_)
    return;
  const bool known = impl == 0 || std::find(implementations_.begin(), implementations_.end(),
                                            impl) != implementations_.end();
  judge.require(known,
                [&] { return mutex_impl_enumerated::not_given{.event = here.code, .impl = impl}; });
}

void Locks::on(const Here &, const event::enumerate_mutex_impl &e) {
  if (e.result)
    implementations_.push_back(static_cast<u32>(e.impl));
  else
    enumerated_ = true;
}

void Locks::on(const Here &here, const event::lock_init &e) {
  judge_kind(here, e.kind);
  judge_wait_id(here, e.wait_id);
  judge_implementation(here, e.impl);
  const bool lock = e.kind == ompt_mutex_lock || e.kind == ompt_mutex_nest_lock;
  judge.require(lock, [&] { return lock_init_event::another_kind{.kind = e.kind}; });
  // An earlier lock may have disappeared with its storage: no text requires its destruction.
  MutexObject &object = objects[e.wait_id];
  // Another thread may have released and destroyed the lock that was here before, and report it
  // only now. This thread has left both.
  auto holds = std::move(object.holds);
  std::erase_if(holds,
                [&](const MutexHold &hold) { return hold.acquired.thread == here.ref.thread; });
  if (holds.size() > past_holds_kept)
    holds.clear();
  for (MutexHold &hold : holds)
    hold.past = true;
  const bool reused = object.initialized;
  object.reset();
  object.holds = std::move(holds);
  object.reused = reused;
  object.initialized = true;
  object.kind = is_nest_kind(e.kind) ? ompt_mutex_nest_lock : ompt_mutex_lock;
  object.hint = e.hint;
  object.born = here.ref;
}

void Locks::on(const Here &here, const event::lock_destroy &e) {
  judge_kind(here, e.kind);
  judge_wait_id(here, e.wait_id);
  // A block may have the kind lock; a destroyed lock is no block, and was initialized.
  const MutexObject *made = objects.find(e.wait_id);
  const bool known =
      (made && (made->initialized || made->destroyed)) || !judge.promised(ompt_callback_lock_init);
  judge.require(known, [&] { return lock_lifetime::no_lock{.wait_id = e.wait_id}; });
  MutexObject &object = objects[e.wait_id];
  if (object.reused && object.born.thread != here.ref.thread) {
    object.reused = false; // the event may mean either of the two locks
    return;
  }
  const bool lock = e.kind == ompt_mutex_lock || e.kind == ompt_mutex_nest_lock;
  const bool same = !object.initialized || object.kind == e.kind;
  judge.require(rule::lock_destroy_event, lock && same, [&]() -> Message {
    using namespace lock_destroy_event;
    if (object.initialized)
      return another_kind{.kind = e.kind, .initialized = object.kind}.why("it was initialized here",
                                                                          object.born);
    return no_lock{.kind = e.kind};
  });
  judge.require(!object.destroyed || !judge.promised(ompt_callback_lock_init), [&] {
    return lock_lifetime::destroyed_twice{.wait_id = e.wait_id}.why("it was destroyed here",
                                                                    object.died);
  });
  if (!object.destroyed) {
    destroyed_.push_back(e.wait_id);
    if (destroyed_.size() > destroyed_remembered) {
      if (MutexObject *old = objects.find(destroyed_.front()); old && old != &object) {
        old->destroyed = false;
        forget_if_idle(*old);
      }
      destroyed_.pop_front();
    }
  }
  object.initialized = false;
  object.destroyed = true;
  object.died = here.ref;
  object.died_time = here.time;
}

// `trailing`: the event follows the release, so it may come after the next owner has destroyed the
// lock.
void Locks::judge_use(const Here &here, MutexObject &object, u32 kind, u32 hint, bool trailing) {
  if (!is_lock_kind(kind)) {
    // An earlier lock may have disappeared with its storage: its next use shows that it has not.
    if (object.initialized && !object.reused && !trailing && !object.block.valid()) {
      object.block = here.ref;
      object.block_kind = kind;
    }
    return;
  }
  if (object.initialized && !trailing) {
    judge.require(rule::mutex_wait_id_per_object, !object.block.valid(), [&] {
      return mutex_wait_id_per_object::of_block{
          .event = here.code, .wait_id = object.key, .block = object.block_kind}
          .why("the lock was initialized here", object.born)
          .why("the region is here", object.block);
    });
    object.block = {};
  }
  const bool late =
      object.destroyed && !trailing &&
      (object.died.thread == here.ref.thread || here.time > object.died_time + uncertainty) &&
      judge.promised(ompt_callback_lock_init);
  judge.require(!late, [&] {
    return lock_lifetime::after_destruction{.event = here.code, .wait_id = object.key}.why(
        "it was destroyed here", object.died);
  });
  if (late)
    object.destroyed = false; // reported once
  // A block may have the kind lock (docs/readings.md, critical.sequence); a nestable lock, or a
  // tested lock, is no block.
  if (!object.initialized && !object.destroyed && !trailing &&
      judge.promised(ompt_callback_lock_init) && (is_nest_kind(kind) || is_test_kind(kind))) {
    judge.violated(rule::lock_lifetime, [&] {
      return lock_lifetime::never_initialized{.event = here.code, .wait_id = object.key};
    });
    object.initialized = true; // reported once
    object.kind = is_nest_kind(kind) ? ompt_mutex_nest_lock : ompt_mutex_lock;
    object.hint = hint;
    object.born = here.ref;
  }
  // The released lock may be the one that had the identifier before.
  if (!object.initialized || (trailing && !judge.promised(ompt_callback_mutex_acquired)))
    return;
  judge.require(is_nest_kind(kind) == (object.kind == ompt_mutex_nest_lock), [&] {
    return lock_set_kind::another_kind{
        .event = here.code, .wait_id = object.key, .kind = kind, .initialized = object.kind}
        .why("it was initialized here", object.born);
  });
  judge.require(hint == 0 || hint == object.hint, [&] {
    return mutex_hint::another_hint{.wait_id = object.key, .hint = hint, .initialized = object.hint}
        .why("it was initialized here", object.born);
  });
}

void Locks::forget_if_idle(const MutexObject &object) {
  if (!object.initialized && !object.destroyed && object.holds.empty() &&
      objects.size() > idle_remembered)
    objects.erase(object.key);
}

} // namespace cts
