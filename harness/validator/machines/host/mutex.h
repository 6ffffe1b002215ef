// Mutual exclusion: requests, acquisitions and releases of a task (catalogue chapter mutex). Owns
// Thread::request, Thread::mutex.watch and Task::mutex_blocks.
#pragma once

#include "rules/mutex.h"
#include "validator/machines/host/locks.h"
#include "validator/machines/transitions.h"

namespace cts {

namespace mutex {

// The state of the task's latest request.
enum class Request : u8 { none, waiting, testing, count };
// The thread's next event. `other`: any event that shows that the task does not wait.
enum class Then : u8 { acquire, test, acquired, owned, other, count };
inline constexpr std::array<std::string_view, 3> request_names = {"none", "waiting", "testing"};
inline constexpr std::array<std::string_view, 5> then_names = {"acquire", "test", "acquired",
                                                               "nest_lock begin", "anything else"};
inline constexpr std::array<Transition<Request, Then>, 15> requests = {{
    {Request::none, Then::acquire, Request::waiting},
    {Request::none, Then::test, Request::testing},
    {Request::none, Then::acquired, Request::none, rule::mutex_acquire_before_acquired},
    {Request::none, Then::owned, Request::none}, // the runtime knew the owner before the request
    {Request::none, Then::other, Request::none},
    {Request::waiting, Then::acquire, Request::waiting, rule::mutex_acquire_before_acquired},
    {Request::waiting, Then::test, Request::testing, rule::mutex_acquire_before_acquired},
    {Request::waiting, Then::acquired, Request::none},
    {Request::waiting, Then::owned, Request::none},
    {Request::waiting, Then::other, Request::none, rule::mutex_acquire_before_acquired},
    {Request::testing, Then::acquire, Request::waiting}, // the test failed
    {Request::testing, Then::test, Request::testing},
    {Request::testing, Then::acquired, Request::none},
    {Request::testing, Then::owned, Request::none},
    {Request::testing, Then::other, Request::none},
}};

// The state of one mutex in a task. A mutex that cannot be nested is never `nested`.
enum class Hold : u8 { free, held, nested, count };
enum class Step : u8 { acquired, released, nest_begin, nest_end, count };
inline constexpr std::array<std::string_view, 3> hold_names = {"free", "held", "nested"};
inline constexpr std::array<std::string_view, 4> step_names = {"acquired", "released",
                                                               "nest_lock begin", "nest_lock end"};
inline constexpr std::array<Transition<Hold, Step>, 12> holds = {{
    {Hold::free, Step::acquired, Hold::held},
    {Hold::free, Step::released, Hold::free, rule::mutex_acquired_before_released},
    {Hold::free, Step::nest_begin, Hold::held, rule::nest_lock_first_acquire},
    {Hold::free, Step::nest_end, Hold::free, rule::nest_lock_balance},
    // A broken nest-lock.owned: the owner of a nestable lock must get nest_lock begin.
    {Hold::held, Step::acquired, Hold::held, rule::mutex_acquired_before_released},
    {Hold::held, Step::released, Hold::free},
    {Hold::held, Step::nest_begin, Hold::nested},
    {Hold::held, Step::nest_end, Hold::held, rule::nest_lock_held}, // the last unset releases
    {Hold::nested, Step::acquired, Hold::nested, rule::nest_lock_owned},
    {Hold::nested, Step::released, Hold::free, rule::nest_lock_balance},
    {Hold::nested, Step::nest_begin, Hold::nested},
    {Hold::nested, Step::nest_end, Hold::nested}, // held once the depth is 0
}};

inline MutexHold *hold_of(MutexObject &object, u32 task) {
  for (MutexHold &hold : object.holds)
    if (hold.task == task && !hold.past)
      return &hold;
  return nullptr;
}

inline void drop(MutexObject &object, MutexHold *hold) {
  *hold = object.holds.back();
  object.holds.pop_back();
}

// The owner of a block leaves it; a lock may stay set for ever.
inline bool is_block_kind(u32 kind) {
  return kind >= ompt_abi::ompt_mutex_critical && kind <= ompt_abi::ompt_mutex_ordered;
}

} // namespace mutex

class Mutex : Machine {
public:
  Mutex(const Context &context, Locks &locks) : Machine(context), locks_(locks) {}

  // Every callback, before the machines of its own see it.
  void callback(const Here &here) {
    if (here.thread.mutex.watch) [[unlikely]]
      goes_on(here);
  }
  void on(const Here &here, const event::mutex_acquire &e);
  void on(const Here &here, const event::mutex_acquired &e);
  void on(const Here &here, const event::mutex_released &e);
  void on(const Here &here, const event::nest_lock &e);
  void on(const Here &here, const event::lock_destroy &e);
  void on(const Here &here, const event::task_schedule &e);
  void on(const Here &here, const event::implicit_task &e);
  void on(const Here &here, const event::sync_region &e);
  void on(const Here &here, const event::work &e);
  void on(const Here &here, const event::dependences &e);

private:
  enum class Over : u8 { task, loop, atomic, barrier }; // what ends at an event

  // Two tasks seem to hold one mutex, or one destroys the other's. The second one does; the next
  // event of the first shows whether the first still does, because its release may only be reported
  // late.
  struct Contest {
    u64 wait_id;
    u32 task, thread; // of the first
    MutexHold first;
    EventRef second;
    u64 time;       // of the second's event
    bool destroyed; // the second has not acquired but destroyed the lock
  };

  // The task that acquires and releases here; a merged task is part of another one.
  Task *executing(const Here &here) const { return world.unmerged(here.thread.current); }
  u32 owner(const Here &here) const {
    const Task *task = executing(here);
    return task ? task->id : ~here.thread.number;
  }
  void goes_on(const Here &here);
  bool answers_stand_alone(const Here &here, const event::mutex_released &e);
  void release(const Here &here, const event::mutex_released &e, MutexObject &object,
               MutexHold *mine);
  void release_unowned(const event::mutex_released &e, MutexObject *object, bool stand_alone);
  void request(const Here &here, mutex::Then then, u64 wait_id, u32 kind);
  bool tells_requests(const Here &here) const;
  void judge_further_set(const Here &here, const event::nest_lock &e, MutexHold &hold, bool asked);
  void judge_kinds(const MutexObject &object, const MutexHold &hold, u32 kind);
  void contest(const Here &here, const MutexObject &object);
  void prove(const Here &here, u64 except);
  void report(const Contest &contest, EventRef witness);
  void forget_contests(u64 wait_id, u32 task);
  void watch(Thread &thread);
  void ends(const Here &here, const Task &task, Over over);
  void judge_alone(Task &task);

  Locks &locks_;
  std::vector<Contest> contests_;
};

} // namespace cts
