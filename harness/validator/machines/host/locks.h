// Mutex objects: locks from their initialization to their destruction, and other objects of a wait
// identifier while a task holds them (catalogue chapter mutex). machines/host/mutex knows the
// owners.
#pragma once

#include "validator/live_table.h"
#include "validator/machines/machine.h"

#include <deque>

namespace cts {

// One task's possession of a mutex. Owner: machines/host/mutex.
struct MutexHold {
  u32 task = 0;
  u32 kind = 0;      // as acquired
  u32 depth = 0;     // of a nestable lock: sets beyond the first
  bool past = false; // another lock has replaced it, and the release may still be reported
  EventRef acquired;
  u64 time = 0;
  u64 asked_from = 0; // return address of a further set that followed a request
};

// The object of one wait identifier.
struct MutexObject {
  u64 key = 0;
  bool initialized = false; // by a routine, and not destroyed
  bool destroyed = false;
  bool reused = false; // an earlier lock had the identifier, and its destruction was not reported
  u32 kind = 0;        // of the lock, as initialized
  u32 hint = 0;
  EventRef born, died;
  EventRef block; // a region that is no lock's has used the identifier of the initialized lock
  u32 block_kind = 0;
  u64 died_time = 0;
  std::vector<MutexHold> holds; // one; more while a release is still to be reported

  void reset() {
    initialized = destroyed = reused = false;
    kind = hint = 0;
    block = {};
    holds.clear();
  }
};

class Locks : Machine {
public:
  explicit Locks(const Context &context) : Machine(context) {}

  void on(const Here &here, const event::lock_init &e);
  void on(const Here &here, const event::lock_destroy &e);
  void on(const Here &here, const event::enumerate_mutex_impl &e);

  AddressTable<MutexObject> objects;
  // Judges the common parts of mutex events.
  void judge_kind(const Here &here, u32 kind);
  void judge_wait_id(const Here &here, u64 wait_id);
  void judge_implementation(const Here &here, u32 impl);
  // An event of this kind names the object, which must be alive and of that sort.
  void judge_use(const Here &here, MutexObject &object, u32 kind, u32 hint, bool trailing);
  // Forgets the object if nothing needs it and many are remembered.
  void forget_if_idle(const MutexObject &object);

private:
  const Enumerators kinds_{ompt_abi::enum_kind::mutex, judge.profile(), ompt_abi::known_in};
  // The latest destroyed locks, a bounded number of them.
  std::deque<u64> destroyed_;
  std::vector<u32> implementations_;
  bool enumerated_ = false; // to the end
};

constexpr bool is_lock_kind(u32 kind) {
  return kind >= ompt_abi::ompt_mutex_lock && kind <= ompt_abi::ompt_mutex_test_nest_lock;
}
constexpr bool is_nest_kind(u32 kind) {
  return kind == ompt_abi::ompt_mutex_nest_lock || kind == ompt_abi::ompt_mutex_test_nest_lock;
}
constexpr bool is_test_kind(u32 kind) {
  return kind == ompt_abi::ompt_mutex_test_lock || kind == ompt_abi::ompt_mutex_test_nest_lock;
}

} // namespace cts
