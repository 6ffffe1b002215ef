// The work regions of a task: none open, one open (catalogue chapters work and taskloop).
// machines/host/team has the common sequence of the members.
#pragma once

#include "rules/dispatch.h"
#include "rules/work.h"
#include "validator/machines/host/regions.h"
#include "validator/machines/transitions.h"

namespace cts {

// A task's worksharing regions do not nest; distribute, scope and taskloop regions may contain
// others.
enum class WorkState : u8 { outside, inside, count };
enum class WorkStep : u8 { begin, dispatch, end, count };

inline constexpr std::array<Transition<WorkState, WorkStep>, 6> work_rows = {{
    {WorkState::outside, WorkStep::begin, WorkState::inside},
    {WorkState::outside, WorkStep::dispatch, WorkState::outside, rule::loop_dispatch_between},
    {WorkState::outside, WorkStep::end, WorkState::outside, rule::work_pair},
    {WorkState::inside, WorkStep::begin, WorkState::inside, rule::work_pair},
    {WorkState::inside, WorkStep::dispatch, WorkState::inside},
    {WorkState::inside, WorkStep::end, WorkState::outside},
}};
std::string work_diagram();

class Work : Machine {
public:
  Work(const Context &context, Regions &regions, Teams &teams)
      : Machine(context), regions_(regions), teams_(teams) {}

  void on(const Here &here, const event::work &e);
  void on(const Here &here, const event::task_create &e);

  // The iterations of a taskloop, whose tasks may execute long after its region.
  struct Iterations {
    u32 number = 0; // Task::taskloop of those tasks; 0: none
    u64 count = 0;
    u64 dispatched = 0, singly = 0; // iterations, in chunks and one by one
    u32 created = 0, live = 0;      // tasks
    u32 early = 0;                  // tasks that began before their generation was over
    bool alone = false;             // in a team of one, which may execute the loop directly
    bool open = true;               // the construct has not ended
    bool cut = false;               // some task does not execute, or does not report it
    EventRef begin;
    DispatchedIterations chunks;
  };
  // A task of a taskloop is generated, starts, or is complete.
  void taskloop_creates(const Task &task);
  void taskloop_task_starts(const Task &task);
  void taskloop_task_ends(const Task &task);

  // The taskloop with this number; null if it began too long ago.
  Iterations *taskloop(u32 number) {
    Iterations &loop = taskloops_[number % taskloops_.size()];
    return number && loop.number == number ? &loop : nullptr;
  }

  // The distribute region with this position in a team's initial task, common to all teams of the
  // league; null for a task outside a league, and far beyond the first teams.
  SharedDistribute *distribute(const Task &task, u32 position);

private:
  void judge_arguments(const event::work &e);
  void judge_dispatched(const Task &task, const OpenRegion &region);
  void judge_taskloop(const Iterations &loop);
  void distribute_ends(const Task &task, const OpenRegion &region);
  Parallel *league_of(const Task &task) const;
  void judge_end(const Task &task, const OpenRegion &region, const event::work &e);
  void begin(const Here &here, const event::work &e, Task &task);
  u32 distribute_begins(const Here &here, const event::work &e, Task &task);
  void end(const Here &here, const event::work &e, Task &task);
  Regions &regions_;
  Teams &teams_;
  std::array<Iterations, 64> taskloops_; // that began last
  u32 last_taskloop_ = 0;
};

} // namespace cts
