// The activity of a thread by its events, and the states for each activity.
#include "validator/machines/host/states.h"

#include "rules/states.h"
#include "validator/machines/host/mutex.h"
#include "validator/machines/host/sync.h"

#include <algorithm>
#include <span>

namespace cts {

namespace {

constexpr u32 barrier = ompt_state_wait_barrier, implicit = ompt_state_wait_barrier_implicit;

struct Waiting {
  u32 kind; // ompt_sync_region_t, or ompt_mutex_t
  Activity activity;
};
// The deprecated states may appear instead of their replacements.
constexpr Waiting regions[] = {
    {ompt_sync_region_barrier_explicit,
     {rule::state_barrier_explicit,
      "waits in an explicit barrier",
      {ompt_state_wait_barrier_explicit, barrier}}},
    {ompt_sync_region_barrier_implicit_workshare,
     {rule::state_barrier_implicit_workshare,
      "waits in the barrier of a worksharing construct",
      {ompt_state_wait_barrier_implicit_workshare, implicit, barrier}}},
    {ompt_sync_region_barrier_implicit_parallel,
     {rule::state_barrier_implicit_parallel,
      "waits at the end of a parallel region",
      {ompt_state_wait_barrier_implicit_parallel, implicit, barrier}}},
    {ompt_sync_region_barrier_implementation,
     {rule::state_barrier_implementation,
      "waits in a barrier of the implementation",
      {ompt_state_wait_barrier_implementation, barrier}}},
    {ompt_sync_region_barrier_teams,
     {rule::state_barrier_teams,
      "waits at the end of a teams region",
      {ompt_state_wait_barrier_teams, barrier}}},
    {ompt_sync_region_taskwait,
     {rule::state_taskwait, "waits in a taskwait", {ompt_state_wait_taskwait}}},
    {ompt_sync_region_taskgroup,
     {rule::state_taskgroup, "waits at the end of a taskgroup", {ompt_state_wait_taskgroup}}},
};
// A worker may already be in state idle while others are still in the region, and may still wait
// after the region is over, until it reports its end of the barrier.
constexpr Activity joins(Rule rule, const char *words) {
  return {rule,
          words,
          {ompt_state_wait_barrier_implicit_parallel, implicit, ompt_state_wait_barrier_teams,
           barrier, ompt_state_idle}};
}
constexpr Activity worker_joins =
    joins(rule::state_barrier_implicit_parallel, "waits at the end of a parallel region");
constexpr Activity worker_leaves = joins(rule::state_idle, "belongs to no team");
constexpr Activity waits_for_mutex(const char *words, u32 state) {
  return {rule::state_mutex_specific_or_generic, words, {state, ompt_state_wait_mutex}};
}
constexpr Waiting mutexes[] = {
    {ompt_mutex_lock, waits_for_mutex("waits for a lock", ompt_state_wait_lock)},
    {ompt_mutex_nest_lock, waits_for_mutex("waits for a nestable lock", ompt_state_wait_lock)},
    {ompt_mutex_critical, waits_for_mutex("waits for a critical region", ompt_state_wait_critical)},
    {ompt_mutex_atomic, waits_for_mutex("waits for an atomic region", ompt_state_wait_atomic)},
    {ompt_mutex_ordered, waits_for_mutex("waits for an ordered region", ompt_state_wait_ordered)},
};
constexpr Activity serial{rule::state_work_serial,
                          "executes the program's code outside all parallel regions",
                          {ompt_state_work_serial},
                          true};
constexpr Activity parallel{rule::state_work_parallel,
                            "executes the program's code in a parallel region",
                            {ompt_state_work_parallel, ompt_state_work_reduction},
                            true};
constexpr Activity idle{rule::state_idle, "belongs to no team", {ompt_state_idle}};
constexpr Activity free_agent{rule::state_free_agent,
                              "executes a task of a team that it does not belong to",
                              {ompt_state_work_free_agent},
                              true};
constexpr Activity device{
    rule::state_target_wait,
    "waits for a device",
    {ompt_state_wait_target, ompt_state_wait_target_map, ompt_state_wait_target_update}};

const Activity *find(std::span<const Waiting> rows, u32 kind) {
  const auto row = std::ranges::find(rows, kind, &Waiting::kind);
  return row == rows.end() ? nullptr : &row->activity;
}

// Whether a closing barrier is open, as far as reported.
bool may_wait_at_end(const Task &task, bool told) {
  return !told ||
         (!task.regions.empty() && task.regions.back().event == ompt_callback_sync_region &&
          closes_region(task.regions.back().kind));
}

} // namespace

bool States::in_program(u64 address) const {
  return std::ranges::any_of(
      program_, [&](const Mapping &m) { return address >= m.low && address < m.high; });
}

// The thread's activity by its events, where a rule names the state for that activity.
States::Phase States::phase_of(const Thread &thread, u64 counter) const {
  if (!thread.begun || thread.ended)
    return {};
  if (thread.mutex.request.state != static_cast<u8>(mutex::Request::none))
    return {find(mutexes, thread.mutex.request.kind), thread.mutex.request.asked,
            thread.mutex.request.wait_id};
  if (thread.type == ompt_thread_worker) {
    const bool outside = thread.entered.empty();
    // A free agent may execute tasks outside every team (6.0).
    if (outside && thread.current && thread.current->kind == Task::Kind::explicit_)
      return in_program(counter) ? Phase{&free_agent, thread.current->last, 0} : Phase{};
    const Task *task = outside ? nullptr : world.tasks.find(thread.entered.back().task);
    const Parallel *region = task ? world.region_of(*task) : nullptr;
    // A worker may report the end of its implicit task late: the region ends for all at once.
    if (region && region->ended &&
        may_wait_at_end(*task, judge.promised(ompt_callback_sync_region)))
      return {&worker_leaves, task->created, 0};
    if (outside || (region && region->ended))
      return {&idle, task ? task->created : thread.begin, 0};
  }
  const Task *task = thread.current;
  if (!task)
    return {};
  if (!task->regions.empty()) {
    const OpenRegion &region = task->regions.back();
    if (region.event == ompt_callback_sync_region) {
      if (region.state != static_cast<u8>(SyncState::waiting))
        return {};
      const bool joins = thread.type == ompt_thread_worker &&
                         region.kind == ompt_sync_region_barrier_implicit_parallel;
      return {joins ? &worker_joins : find(regions, region.kind), region.begin, 0};
    }
  }
  if (!in_program(counter)) {
    // A device that works on the thread itself is meanwhile in an operation.
    const TargetRegion *target = targets_.on_thread(thread.number);
    return target && target->task == task->id && devices_.live(target->device_num) &&
                   !data_ops_.operates(thread.number)
               ? Phase{&device, target->begin, 0}
               : Phase{};
  }
  const Parallel *region = world.region_of(*task);
  if (task->kind == Task::Kind::initial && !region && !task->open_parallel)
    return {&serial, task->created, 0};
  // A runtime may show a region of one thread as serial.
  if (task->kind == Task::Kind::implicit && region && region->actual > 1 && !task->open_parallel)
    return {&parallel, task->created, 0};
  return {};
}

// Whether the thread combines partial results, from the events. Outside all regions there is
// nothing to combine.
bool States::may_reduce(const Thread &thread) const {
  const Task *task = thread.current;
  if (!task)
    return true;
  if (task->kind == Task::Kind::initial)
    return false;
  return !judge.promised(ompt_callback_reduction) ||
         std::ranges::any_of(task->regions, [](const OpenRegion &region) {
           return region.event == ompt_callback_reduction;
         });
}

} // namespace cts
