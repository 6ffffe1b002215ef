#include "validator/circumstances.h"

#include "trace/events.h"
#include "validator/world.h"

#include <algorithm>

namespace cts {
namespace {

constexpr std::string_view names[] = {
#define CTS_CIRCUMSTANCE(name, text) #name,
#include "validator/circumstances.def"
};
static_assert(std::size(names) <= 64);

Circumstances of_task(const Task &task) {
  using enum Circumstance;
  const auto has = [&](bool holds, Circumstance one) { return holds ? bit(one) : 0; };
  const bool explicit_one = task.kind == Task::Kind::explicit_;
  Circumstances inside = has(task.taskloop != 0, taskloop);
  for (const OpenRegion &region : task.regions)
    if (region.event == event::sync_region::event_code)
      inside |= has(region.kind == ompt_abi::ompt_sync_region_taskgroup, taskgroup) |
                has(region.kind == ompt_abi::ompt_sync_region_taskwait, taskwait);
    else if (region.event == event::work::event_code)
      inside |= has(region.kind == ompt_abi::ompt_work_taskloop, taskloop);
  const auto left = [&](const OpenRegion &region) { return region.begin == task.cancel.left; };
  inside |=
      has(task.cancel.left.valid() && std::ranges::any_of(task.regions, left), left_cancelled);
  return inside | has(explicit_one, explicit_task) |
         has(task.kind == Task::Kind::target, target_task) |
         has(task.kind == Task::Kind::implicit, implicit_task) |
         has(task.kind == Task::Kind::initial, initial_task) | has(task.untied(), untied) |
         has(explicit_one && task.has_flag(ompt_abi::ompt_task_undeferred), undeferred) |
         has(task.has_dependences, with_dependences);
}

Circumstances of_region(const World &world, const Parallel &region, Circumstances known) {
  using enum Circumstance;
  const Task *around =
      known & bit(region_in_task) ? nullptr : world.tasks.find(region.encountering_task);
  Circumstances found = 0;
  if (region.actual == 1 && !region.league)
    found |= bit(team_of_one);
  if (region.outer)
    found |= bit(nested);
  if (around && around->kind == Task::Kind::explicit_)
    found |= bit(region_in_task);
  if (region.cancelled || region.cancel.activated)
    found |= bit(cancel);
  return found;
}

} // namespace

std::vector<std::string_view> names_of(Circumstances set) {
  std::vector<std::string_view> found;
  for (std::size_t i = 0; i < std::size(names); ++i)
    if (set >> i & 1)
      found.push_back(names[i]);
  return found;
}

Circumstances circumstances_on(const World &world, const Thread &thread, Circumstances known) {
  using enum Circumstance;
  Circumstances found = 0;
  if (thread.type == ompt_abi::ompt_thread_worker)
    found |= bit(worker);
  if (thread.type == ompt_abi::ompt_thread_other)
    found |= bit(other_thread);
  // The first initial task is the thread's own; a later initial task is a team's.
  const std::size_t first = thread.type == ompt_abi::ompt_thread_worker ? 0 : 1;
  for (std::size_t i = first; i < thread.entered.size(); ++i) {
    const auto &entered = thread.entered[i];
    if (const Task *task = entered.initial ? world.tasks.find(entered.task) : nullptr)
      found |= bit(league) | (task->actual == 1 ? bit(league_of_one) : 0);
  }
  if (found & bit(league)) {
    const Task *innermost = world.tasks.find(thread.entered.back().task);
    if (innermost && innermost->kind == Task::Kind::implicit && innermost->index == 0)
      found |= bit(primary_in_league);
  }
  if (!thread.current)
    return found;
  found |= of_task(*thread.current);
  if (const Parallel *region = world.region_of(*thread.current))
    found |= of_region(world, *region, known);
  return found;
}

} // namespace cts
