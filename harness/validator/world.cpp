#include "validator/world.h"

namespace cts {

void CreatedIdentifiers::add(u32 id) {
  auto after = runs_.upper_bound(id);
  if (after != runs_.begin()) {
    auto before = std::prev(after);
    if (id < before->second)
      return;
    if (id == before->second) {
      ++before->second;
      if (after != runs_.end() && after->first == before->second) {
        before->second = after->second;
        runs_.erase(after);
      }
      return;
    }
  }
  if (after != runs_.end() && after->first == id + 1) {
    const u32 end = after->second;
    runs_.erase(after);
    runs_[id] = end;
    return;
  }
  runs_[id] = id + 1;
}

bool CreatedIdentifiers::contains(u32 id) const {
  auto after = runs_.upper_bound(id);
  return after != runs_.begin() && id < std::prev(after)->second;
}

bool World::names_region_of(const Task &task, const Ref &parallel) const {
  // The word of a region without events is still unknown: no tool has written it.
  if (parallel.foreign() && parallel.value != 0)
    return false;
  if (task.parallel == 0)
    return !parallel.ours();
  if (parallel.id == task.parallel)
    return true;
  // An initial task's team is that of an implicit parallel region, which has no events.
  if (task.kind == Task::Kind::initial)
    return !parallel.ours();
  // The same for an explicit task whose region is a league's initial task.
  const Parallel *region = region_of(task);
  if (!region || (region->league && !parallel.ours()))
    return true;
  return wraps_team(*region, parallel);
}

bool World::wraps_team(const Parallel &region, const Ref &parallel) const {
  const Parallel *named =
      region.actual == 1 && region.outer == parallel.id ? parallels.find(parallel.id) : nullptr;
  return named && named->league;
}

Thread &World::add(u32 number) {
  Thread &thread = threads_[number];
  thread.number = number;
  by_number_[number] = &thread;
  return thread;
}

} // namespace cts
