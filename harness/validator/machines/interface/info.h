// Compares the answers of ompt_get_parallel_info and ompt_get_task_info (catalogue chapter info)
// with the tasks that threads execute: level by level outwards, from the task in whose context the
// callback is dispatched.
#pragma once

#include "validator/by_thread.h"
#include "validator/machines/machine.h"

namespace cts {

class Info : Machine {
public:
  explicit Info(const Context &context) : Machine(context) {}

  // These events change the thread's current task, or end an object that a later probe may still
  // show. This machine sees them before the machines that apply them.
  void on(const Here &here, const event::implicit_task &e);
  void on(const Here &here, const event::task_schedule &e);
  void on(const Here &here, const event::parallel_begin &e);
  void on(const Here &here, const event::parallel_end &e);
  // The end of a region's closing barrier: see late().
  void on(const Here &here, const event::sync_region &e);
  void on(const Here &here, const event::sync_region_wait &e);
  void on(const Here &here, const event::probe_parallel &e);
  void on(const Here &here, const event::probe_task &e);

  // The known facts of a task; the task may be gone when a probe shows it.
  struct Shot {
    u32 id = 0;
    Task::Kind kind{};
    u32 flags = 0;
    u32 parallel = 0;
    u32 index = 0;
    u32 actual = 0;
    u32 parent = 0;
    u32 scheduled_from = 0;
    u32 thread = 0;
    EventRef created;

    static Shot of(const Task *task);
  };
  // The task that the probe's last level named, if that task and its frame could be judged.
  const Shot *last_named(u32 thread) const {
    const PerThread *t = threads_.find(thread);
    return t && t->named && !t->unbegun ? &t->level : nullptr;
  }

private:
  struct PerThread {
    // The last callback that changed the thread's current task.
    Shot before;             // current before it
    bool ends = false;       // it ended that task, so that the probe may show it
    bool late = false;       // a member that lags behind its region
    u32 prior = 0, next = 0; // of a switch, or of the end of a region
    u32 region = 0;          // that it begins or ends
    // The outward walk.
    Shot level;
    bool named = false;
    bool unbegun = false; // it is an undeferred task in its task-create: no frame of its own yet
    u32 next_region = 0;  // of the next level of ompt_get_parallel_info
    u32 team_size = 0;    // known of it even when it is gone
    u32 around = 0;       // levels shown that no event announced
    bool lost = false;    // an answer could not be followed
  };
  PerThread &of(const Here &here) { return threads_[here.ref.thread]; }
  bool late(const Here &here, u32 parallel) const;
  const Task *member_of(const Here &here, u32 parallel) const;
  const Task *alive(const Shot &shot) const { return world.tasks.find(shot.id); }

  void first_region(const Here &here, const event::probe_parallel &e, PerThread &t);
  void outwards(const Here &here, const Parallel &region, PerThread &t) const;
  bool find_region(const Here &here, const event::probe_parallel &e, PerThread &t,
                   const Parallel *&region) const;
  void judge_outside(const event::probe_parallel &e, PerThread &t);
  void judge_region(const event::probe_parallel &e, PerThread &t, const Parallel *region);

  void at_switch(const event::probe_task &e, PerThread &t);
  void at_end(const Here &here, const event::probe_task &e, PerThread &t);
  void first_level(const Here &here, const event::probe_task &e, PerThread &t);
  void outer_level(const Here &here, const event::probe_task &e, PerThread &t);
  void judge_task(const Here &here, const event::probe_task &e, const Shot &task, bool late);
  bool may_be_of_league(const Shot &task) const;
  void judge_flags(const event::probe_task &e, const Shot &task);
  void judge_thread_num(const Here &here, const event::probe_task &e, const Shot &task);

  ByThread<PerThread> threads_;
  u32 unannounced_ = 1; // regions without a begin that may be levels: the one around the program
};

// Callbacks at which the thread changes its current task, or is about to change it.
bool between_tasks(u32 asked);

// Where a probe asked, for messages: "inside work", "in the program".
std::string where_asked(u32 asked);

} // namespace cts
