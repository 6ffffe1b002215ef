#include "trace/blame/threads.h"

#include <algorithm>
#include <iterator>

namespace cts::blame {

using namespace ompt_abi;

Threads::Threads(const Trace &trace) {
  const std::string runtime = trace.environment("runtime_library");
  std::ranges::copy_if(trace.mappings(), std::back_inserter(runtime_),
                       [&](const Mapping &mapping) { return mapping.path == runtime; });
}

std::optional<Wait> Threads::Thread::waiting() const {
  // A thread of the pool outside any team.
  if (worker && joined && members.empty())
    return Wait{};
  const auto found = waits.find(task);
  return found == waits.end() ? std::nullopt : std::optional(found->second);
}

bool Threads::Thread::in(u32 region) const {
  return std::ranges::any_of(members, [&](const Member &m) { return m.region == region; });
}

std::optional<u32> Threads::holder(u64 mutex) const {
  const auto found = holders_.find(mutex);
  return found == holders_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Waiting> Threads::of_region(u32 kind) {
  switch (kind) {
  case ompt_sync_region_taskwait:
  case ompt_sync_region_taskgroup:
    return Waiting::tasks;
  case ompt_sync_region_reduction:
    return std::nullopt;
  default:
    return Waiting::barrier;
  }
}

std::optional<Waiting> Threads::of_mutex(u32 kind) {
  switch (kind) {
  case ompt_mutex_lock:
  case ompt_mutex_nest_lock:
    return Waiting::lock;
  case ompt_mutex_critical:
    return Waiting::critical;
  case ompt_mutex_atomic:
    return Waiting::atomic;
  case ompt_mutex_ordered:
    return Waiting::ordered;
  default: // a test does not wait
    return std::nullopt;
  }
}

// The region's workers may report its end much later: from here on they are in the pool.
void Threads::region_ends(u32 region) {
  begun_at_.erase(region);
  for (auto &[number, thread] : threads_)
    if (thread.worker && thread.region() == region) {
      thread.members.pop_back();
      thread.waits.clear();
      ++thread.phase;
    }
}

bool Threads::apply(const RawEvent &raw) {
  const auto is = [&](auto &e) { return raw.code == e.event_code && decode(raw, e); };
  event::thread_begin thread_begin;
  event::implicit_task implicit;
  event::parallel_begin parallel_begin;
  event::parallel_end parallel_end;
  event::task_create create;
  event::task_schedule schedule;
  event::sync_region_wait wait;
  event::mutex_acquire acquire;
  event::mutex_acquired acquired;
  event::mutex_released released;
  event::nest_lock nested;
  event::work work;
  Thread &thread = threads_[raw.thread];
  if (is(thread_begin)) {
    thread.alive = true;
    thread.worker = thread_begin.thread_type == ompt_thread_worker;
  } else if (raw.code == event::thread_end::event_code) {
    thread.alive = false;
  } else if (is(implicit)) {
    if (implicit.endpoint == ompt_scope_begin) {
      thread.members.push_back({implicit.task.id, implicit.parallel.id});
      thread.joined = true;
      const auto begun = begun_at_.find(implicit.parallel.id);
      thread.code = begun == begun_at_.end() ? 0 : begun->second;
      const u64 call = thread.code - 1;
      thread.helper = thread.code && std::ranges::any_of(runtime_, [&](const Mapping &m) {
                        return call >= m.low && call < m.high;
                      });
    } else if (!thread.members.empty() && thread.members.back().task == implicit.task.id) {
      thread.waits.erase(implicit.task.id);
      thread.members.pop_back();
    } else {
      return false; // a worker's late end
    }
    thread.task = thread.members.empty() ? 0 : thread.members.back().task;
    thread.explicit_ = false;
  } else if (is(parallel_begin)) {
    begun_at_[parallel_begin.parallel.id] = parallel_begin.codeptr_ra;
  } else if (is(parallel_end)) {
    region_ends(parallel_end.parallel.id);
    thread.code = parallel_end.codeptr_ra;
  } else if (is(create)) {
    created_at_[create.new_task.id] = create.codeptr_ra;
    return false;
  } else if (is(schedule)) {
    const u32 status = schedule.prior_task_status;
    if (status != ompt_task_switch && status != ompt_task_yield &&
        status != ompt_task_early_fulfill)
      created_at_.erase(schedule.prior_task.id); // it executes no more code
    if (status == ompt_task_early_fulfill || status == ompt_task_late_fulfill ||
        status == ompt_taskwait_complete)
      return false; // nobody is switched
    thread.task = schedule.next_task.id;
    const auto created = created_at_.find(thread.task);
    thread.explicit_ = created != created_at_.end();
    if (thread.explicit_)
      thread.code = created->second;
  } else if (is(wait)) {
    const auto waiting = of_region(wait.kind);
    if (!waiting)
      return false;
    // The teams of a league meet in the league, even if each team has a region of its own in it.
    const u32 region = thread.in(wait.parallel.id) ? wait.parallel.id : thread.region();
    if (wait.endpoint == ompt_scope_begin)
      thread.waits[thread.task] = {*waiting, 0, region};
    else
      thread.waits.erase(thread.task);
  } else if (is(acquire)) {
    const auto waiting = of_mutex(acquire.kind);
    if (!waiting)
      return false;
    thread.waits[thread.task] = {*waiting, acquire.wait_id, 0};
    thread.code = acquire.codeptr_ra ? acquire.codeptr_ra : thread.code;
  } else if (is(acquired)) {
    thread.waits.erase(thread.task);
    holders_[acquired.wait_id] = raw.thread;
    thread.code = acquired.codeptr_ra;
  } else if (is(released)) {
    holders_.erase(released.wait_id);
  } else if (is(nested)) { // the owner gets its lock at once
    thread.waits.erase(thread.task);
  } else if (is(work)) {
    thread.code = work.codeptr_ra ? work.codeptr_ra : thread.code;
  } else {
    return false;
  }
  ++thread.phase;
  return true;
}

} // namespace cts::blame
