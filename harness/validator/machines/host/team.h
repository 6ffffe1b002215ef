// The common sequence of a team: every member meets the same worksharing regions and the same
// barriers in the same order, so the n-th of one member is the n-th of all. The machine keeps the
// part of the sequence that not all members have passed.
#pragma once

#include "validator/machines/host/dispatched_iterations.h"
#include "validator/machines/machine.h"

#include <deque>
#include <optional>

namespace cts {

// Positions of an endless sequence, of which the range [base, base + size) is kept.
template <class T> class Window {
public:
  // The entry at position n; made, with all before it, if it does not exist yet. Null if it was
  // dropped.
  T *at(u32 n) {
    if (n < base_)
      return nullptr;
    while (n >= base_ + count_) {
      if (count_ == ring_.size())
        grow();
      slot(count_++).reset();
    }
    return &slot(n - base_);
  }
  T *known(u32 n) { return n < base_ || n >= base_ + count_ ? nullptr : &slot(n - base_); }
  T *front() { return count_ ? &slot(0) : nullptr; }
  void pop() {
    first_ = (first_ + 1) & (static_cast<u32>(ring_.size()) - 1);
    --count_;
    ++base_;
  }
  void clear() { first_ = count_ = base_ = 0; }

private:
  T &slot(u32 i) { return ring_[(first_ + i) & (static_cast<u32>(ring_.size()) - 1)]; }
  void grow() {
    std::vector<T> larger(ring_.empty() ? 4 : ring_.size() * 2);
    for (u32 i = 0; i < count_; ++i)
      larger[i] = std::move(slot(i));
    ring_ = std::move(larger);
    first_ = 0;
  }
  std::vector<T> ring_; // a power of two
  u32 first_ = 0, count_ = 0, base_ = 0;
};

// A worksharing region of a team.
struct SharedWork {
  u32 type = 0; // the type that the first member reported
  u64 count = 0;
  EventRef first;
  u32 begun = 0, ended = 0;
  u32 executors = 0; // of a single region
  EventRef executor;
  bool cancelled = false;
  bool mixed = false;     // its members disagree, or too many chunks are out of order
  bool of_part = false;   // of the iterations of a distribute region
  i32 vector = 0;         // of a loop: the length of its doacross vectors
  AllDispatches of_ended; // of the members that have ended it
  DispatchedIterations chunks;

  void reset();
};

// A barrier of a team.
struct SharedBarrier {
  u32 kind = 0;
  EventRef first;
  u32 begun = 0, ended = 0;
  EventRef first_end;
  u64 first_end_time = 0;
  u64 live_tasks = 0; // incomplete tasks that it must wait for

  void reset() { *this = {}; }
};

struct Team {
  u32 members = 0;
  u32 members_ended = 0;
  bool out_of_step = false; // an event is missing: positions are no longer comparable
  bool primary_ended = false;
  Window<SharedWork> works;
  Window<SharedBarrier> barriers;
  // The sequence of the first member that has ended.
  u32 worksharings = 0, explicit_barriers = 0;
  EventRef first_member_end;
  // A suspected finding that counts unless the region turns out to be cancelled.
  struct Suspicion {
    Rule rule;
    Message message;
  };
  std::optional<Suspicion> suspicion;
};

class Teams : Machine {
public:
  explicit Teams(const Context &context) : Machine(context) {}

  void on(const Here &here, const event::implicit_task &e);
  void on(const Here &here, const event::cancel &e);
  void at_end();

  // The member's next worksharing region of the sequence.
  u32 work_begins(const Here &here, Task &task, u32 type, u64 count);
  void work_ends(const Here &here, const Task &task, const OpenRegion &region);
  // A chunk of that region is dispatched. The iterations of a part of a distribute region may have
  // the numbers of the whole region.
  struct Chunk {
    u64 first = 0, iterations = 0;
    bool of_part = false;
  };
  void chunk(const Task &task, u32 position, Chunk chunk);
  // The team's entry of that region; null if the team's sequence is unknown.
  SharedWork *shared(const Task &task, u32 position) {
    Team *team = team_of(task);
    return team && !team->out_of_step ? team->works.known(position) : nullptr;
  }
  void barrier_begins(const Here &here, Task &task, u32 kind);
  // Whether tasks that this barrier must wait for are incomplete.
  bool barrier_ends(const Here &here, Task &task);

  void task_created(Task &task, const Task &creator);
  void task_completed(const Task &task);

  // The task has lost an event; its team's sequence can no longer be followed.
  void out_of_step(const Task &task);
  bool cancelled(const Task &task) const;

private:
  Team *team_of(const Task &member);
  Team &make(Parallel &region);
  void judge_complete(const Task &task, Team &team, SharedWork &work);
  // Like require(), but a cancelled region may violate the condition: cancellation may be known
  // only later, so the finding waits. The team's sequence can no longer be followed.
  template <class Say>
  bool agree(const Task &task, Team &team, Rule rule, bool holds, const Say &say) {
    if (judge.check(rule, holds)) [[likely]]
      return true;
    suspect(task, team, rule, say());
    return false;
  }
  [[gnu::cold]] void suspect(const Task &task, Team &team, Rule rule, Message message);
  void say(const Parallel *region, Team &team);

  std::deque<Team> pool_;
  std::vector<Team *> free_;
};

} // namespace cts
