// The life of a task after its creation: scheduled in and out, suspended, detached, complete
// (catalogue chapter schedule). Owns Thread::current together with machines/host/implicit_tasks.
#pragma once

#include "rules/schedule.h"
#include "validator/machines/host/free_agents.h"
#include "validator/machines/host/threads.h"
#include "validator/machines/host/work.h"
#include "validator/machines/tasking/constraint.h"
#include "validator/machines/tasking/ordering.h"
#include "validator/machines/tasking/task_sync.h"
#include "validator/machines/transitions.h"

namespace cts {

namespace schedule {

// The steps of a task's life, in the order of Task::State. The validator forgets a completed task:
// an event that names it later breaks task-schedule.complete-once or data.dead-entity.
enum class Life : u8 { created, running, suspended, detached, over, count };
enum class Step : u8 { in, out, complete, detach, early_fulfill, late_fulfill, count };
inline constexpr std::array<std::string_view, 5> life_names = {"created", "running", "suspended",
                                                               "detached", "over"};
inline constexpr std::array<std::string_view, 6> step_names = {
    "next_task", "switch or yield", "complete or cancel",
    "detach",    "early_fulfill",   "late_fulfill"};
inline constexpr std::array<Transition<Life, Step>, 30> life = {{
    {Life::created, Step::in, Life::running},
    {Life::created, Step::out, Life::created, rule::task_schedule_prior_is_current},
    // A discarded task, and the task of a taskwait, completes without having been current.
    {Life::created, Step::complete, Life::over, rule::task_schedule_prior_is_current},
    {Life::created, Step::detach, Life::detached, rule::task_schedule_prior_is_current},
    {Life::created, Step::early_fulfill, Life::created},
    {Life::created, Step::late_fulfill, Life::created, rule::task_fulfill_early_late},
    {Life::running, Step::in, Life::running, rule::task_schedule_next_known},
    {Life::running, Step::out, Life::suspended},
    {Life::running, Step::complete, Life::over},
    {Life::running, Step::detach, Life::detached},
    {Life::running, Step::early_fulfill, Life::running},
    {Life::running, Step::late_fulfill, Life::running, rule::task_fulfill_early_late},
    {Life::suspended, Step::in, Life::running},
    {Life::suspended, Step::out, Life::suspended, rule::task_schedule_prior_is_current},
    {Life::suspended, Step::complete, Life::over, rule::task_schedule_prior_is_current},
    {Life::suspended, Step::detach, Life::detached, rule::task_schedule_prior_is_current},
    {Life::suspended, Step::early_fulfill, Life::suspended},
    {Life::suspended, Step::late_fulfill, Life::suspended, rule::task_fulfill_early_late},
    {Life::detached, Step::in, Life::detached, rule::task_schedule_next_known},
    {Life::detached, Step::out, Life::detached, rule::task_schedule_prior_is_current},
    {Life::detached, Step::complete, Life::over, rule::task_schedule_prior_is_current},
    {Life::detached, Step::detach, Life::detached, rule::task_schedule_prior_is_current},
    {Life::detached, Step::early_fulfill, Life::over, rule::task_fulfill_early_late},
    {Life::detached, Step::late_fulfill, Life::over},
    {Life::over, Step::in, Life::over, rule::task_schedule_next_known},
    {Life::over, Step::out, Life::over, rule::task_schedule_complete_once},
    {Life::over, Step::complete, Life::over, rule::task_schedule_complete_once},
    {Life::over, Step::detach, Life::over, rule::task_schedule_complete_once},
    {Life::over, Step::early_fulfill, Life::over, rule::task_fulfill_event},
    {Life::over, Step::late_fulfill, Life::over, rule::task_fulfill_event},
}};

inline constexpr TransitionTable<Life, Step> life_table(life);
static_assert(static_cast<int>(Life::detached) == static_cast<int>(Task::State::detached) &&
              static_cast<int>(Life::over) == static_cast<int>(Task::State::completed));

inline const auto &step_of(const Task &task, Step step) {
  return life_table(static_cast<Life>(task.state), step);
}

} // namespace schedule

inline bool is_implicit(const Task &task) {
  return task.kind == Task::Kind::implicit || task.kind == Task::Kind::initial;
}

class Schedule : Machine {
public:
  Schedule(const Context &context, Threads &threads, Ordering &ordering, Constraint &constraint,
           Work &work, const TaskSync &task_sync)
      : Machine(context), threads_(threads), ordering_(ordering), constraint_(constraint),
        work_(work), task_sync_(task_sync), free_agents_(context), trace_(context.trace) {}

  void before(const Here &here) {
    if (here.code != ompt_abi::ompt_callback_task_schedule)
      free_agents_.goes_on(here);
  }
  void callback(const Here &here) {
    if (!here.thread.current || here.code == ompt_abi::ompt_callback_task_schedule)
      return;
    here.thread.current->schedule.last = here.code;
    if (here.thread.current->schedule.switched.valid()) [[unlikely]]
      judge_place(here, *here.thread.current);
  }
  void on(const Here &here, const event::task_schedule &e);
  void at_end();
  // Cancellation discards the task: no event need name it again.
  void discard(Task &task);

private:
  void fulfil(const Here &here, const event::task_schedule &e, Task *task);
  void complete_taskwait(const Here &here, const event::task_schedule &e, Task *task);
  void judge_current(const Here &here, const Ref &prior, bool current);
  void leave(const Here &here, const event::task_schedule &e, Task *prior);
  void leave_unknown(const Here &here, const event::task_schedule &e);
  void judge_status(const Here &here, u32 status, Task &prior);
  void leaves_block(const Here &here, Task &prior);
  void judge_place(const Here &here, Task &task);
  void enter(const Here &here, const event::task_schedule &e);
  Task &replay(const Here &here, const event::task_schedule &e);
  void judge_switch(const event::task_schedule &e, const Task &prior);
  void judge_next(const Here &here, const event::task_schedule &e, const Task *next);
  void judge_thread(const Here &here, const Task &next);
  void judge_unfulfilled(const Task &task);
  void retire(Task &task);
  void finish(Task &task);

  const Enumerators statuses_{ompt_abi::enum_kind::task_status, judge.profile(), in_some_version};
  Threads &threads_;
  Ordering &ordering_;
  Constraint &constraint_;
  Work &work_;
  const TaskSync &task_sync_;
  FreeAgents free_agents_;
  Latest<u32, 64> fulfilled_late_; // tasks that ended so
  const Trace &trace_;
  std::optional<bool> no_fulfilment_; // no code can fulfil an event; found when it is asked for
};

} // namespace cts
