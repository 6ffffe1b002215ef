#include "validator/machines/host/cancel.h"

#include "rules/cancel.h"

#include <algorithm>
#include <bit>

namespace cts {

namespace {

constexpr u32 constructs =
    ompt_cancel_parallel | ompt_cancel_sections | ompt_cancel_loop | ompt_cancel_taskgroup;
constexpr std::size_t unexplained_kept = 1024;
constexpr u32 what = ompt_cancel_activated | ompt_cancel_detected | ompt_cancel_discarded_task;

} // namespace

void Cancel::on(const Here &here, const event::cancel &e) {
  const u32 unknown = e.flags & ~known_bits(enum_kind::cancel_flag, judge.profile());
  judge.require(unknown == 0, [&] { return cancel_flags_range::unknown_bits{.bits = unknown}; });
  judge.require(std::popcount(e.flags & what) == 1,
                [&] { return cancel_one_of::several{.flags = e.flags}; });
  Task *task = world.task(e.task);
  if ((e.flags & what) == ompt_cancel_discarded_task) {
    discards(here, e, task);
    return;
  }
  Task *current = here.thread.current;
  if (current)
    judge.require(task == current, [&] {
      return cancel_task_data::other_task{
          .named = e.task, .thread = here.thread.number, .current = current->id}
          .why("that task became current here", current->last);
    });
  // A task that meets a cancel construct executes: it waits nowhere. A barrier may report a
  // cancellation that is only detected, and another task than the known one may execute while that
  // one waits.
  if (current && current == task && e.flags & ompt_cancel_activated)
    regions_.acts(here, *current);
  if (current)
    notices(here, e, *current);
  // Only a detection can name several constructs.
  if (e.flags & ompt_cancel_activated)
    judge.require(std::popcount(e.flags & constructs) == 1,
                  [&] { return cancel_construct_bit::activated_together{.flags = e.flags}; });
  if (current)
    judge_place(here, e, *current);
}

// An explicit task continues at its own end; an implicit one does so only if its parallel region
// was cancelled: at a barrier, where no construct need be named, that region is meant.
void Cancel::notices(const Here &here, const event::cancel &e, Task &task) {
  task.cancelled = true;
  const bool region = e.flags & ompt_cancel_parallel || !(e.flags & constructs);
  const bool explicit_task = task.kind == Task::Kind::explicit_ && task.open_group == task.group;
  if ((task.kind == Task::Kind::implicit && region) || explicit_task) {
    judge.held(rule::cancel_no_events_after);
    task.cancel.leaves = here.ref;
  }
  const std::size_t work = task.innermost(ompt_callback_work);
  if (e.flags & (ompt_cancel_loop | ompt_cancel_sections) && work != Task::none) {
    judge.held(rule::cancel_no_events_after);
    task.cancel.left = task.regions[work].begin;
    task.cancel.at = here.ref;
  }
  std::erase_if(unexplained_, [&](const Discarded &it) {
    const bool ours = region && it.parallel == task.parallel;
    return ours || (e.flags & ompt_cancel_taskgroup &&
                    std::ranges::find(it.groups, task.open_group) != it.groups.end());
  });
  if (e.flags & ompt_cancel_taskgroup)
    task_sync_.cancels(task.open_group);
}

void Cancel::judge_leaving(const Here &, const Task &task, const char *what) {
  if (!task.cancel.leaves.valid())
    return;
  goes_on(task, what, task.cancel.leaves);
}

void Cancel::goes_on(const Task &task, const char *what, EventRef noticed) {
  judge.violated(rule::cancel_no_events_after, [&] {
    return cancel_no_events_after::goes_on{.task = task.id, .does = what}.why(
        "it noticed that here", noticed);
  });
}

void Cancel::on(const Here &here, const event::work &e) {
  if (const Task *task = here.thread.current; task && e.endpoint == endpoint_begin)
    judge_leaving(here, *task, "begins a work region");
}

void Cancel::on(const Here &here, const event::task_create &e) {
  if (const Task *task = here.thread.current; task && e.encountering_task.id == task->id)
    judge_leaving(here, *task, "generates a task");
}

// A taskloop's chunks go to tasks, which its own task may execute on its way.
void Cancel::on(const Here &here, const event::dispatch &e) {
  const Task *task = here.thread.current;
  if (!task || !task->cancel.left.valid() || e.kind == ompt_dispatch_taskloop_chunk ||
      e.task.id != task->id)
    return;
  const std::size_t work = task->innermost(ompt_callback_work);
  if (work != Task::none && task->regions[work].begin == task->cancel.left)
    goes_on(*task, "is given more of the region", task->cancel.at);
}

// A discarded task belongs to a cancelled taskgroup or parallel region.
void Cancel::judge_cause(const Here &here, const Task &task) {
  judge.held(rule::cancel_discarded_with_construct);
  Discarded discarded{task.id, task.parallel, {}, task.created, here.ref};
  if (task_sync_.cancelled(task.group, discarded.groups))
    return;
  // In a damaged trace a region may lie in itself: then there are more steps than regions.
  const Parallel *region = world.region_of(task);
  for (std::size_t left = world.parallels.size(); region && left > 0; --left) {
    if (region->cancelled)
      return;
    region = region->outer ? world.parallels.find(region->outer) : nullptr;
  }
  if (unexplained_.size() < unexplained_kept)
    unexplained_.push_back(std::move(discarded));
}

void Cancel::at_end() {
  for (const Discarded &it : unexplained_) {
    const Parallel *region = world.parallels.find(it.parallel);
    if (region && !region->ended)
      continue; // the trace ends before all threads' events
    judge.violated(rule::cancel_discarded_with_construct, [&] {
      return cancel_discarded_with_construct::not_cancelled{.task = it.task}
          .at(it.discarded)
          .why("the task was created here", it.created);
    });
  }
}

void Cancel::remember(const Here &here, const event::cancel &e, const Task &task) {
  Parallel *region = world.region_of(task);
  if (!region)
    return;
  if (e.flags & ompt_cancel_activated)
    region->cancel.activated |= e.flags & constructs;
  else if (const u32 more = e.flags & constructs & ~region->cancel.detected) {
    region->cancel.detected |= more;
    region->cancel.detection = here.ref;
  }
}

// The cancelling thread may report slightly later than the detecting ones; at the end of the region
// all have reported.
void Cancel::on(const Here &, const event::parallel_end &e) {
  const Parallel *region = world.parallel(e.parallel);
  if (!region || !region->cancel.detected)
    return;
  const u32 never = region->cancel.detected & ~region->cancel.activated;
  if (judge.promised(ompt_callback_cancel))
    judge.require(never == 0, [&] {
      return cancel_construct_bit::never_activated{.flags = never, .parallel = region->id}.why(
          "the last new construct is in this event", region->cancel.detection);
    });
}

// A directive names the construct around it. At a barrier, after the construct, the text has no
// construct bit, and any bit is accepted.
void Cancel::judge_place(const Here &here, const event::cancel &e, const Task &task) {
  // The machine must know whether the task is in a barrier.
  if (!judge.promised(ompt_callback_sync_region))
    return;
  const OpenRegion *work = nullptr;
  for (const OpenRegion &region : task.regions) {
    if (region.event == ompt_callback_sync_region && region.kind != ompt_sync_region_taskgroup)
      return;
    if (region.event == ompt_callback_work)
      work = &region;
  }
  remember(here, e, task);
  // Compilers turn sections into loops, and compiled code that distributes iterations itself
  // reports no loop: a missing work region is no contradiction.
  const bool loop = !(e.flags & ompt_cancel_loop) || !work || is_loop(work->kind);
  const bool sections = !(e.flags & ompt_cancel_sections) || !work ||
                        work->kind == ompt_work_sections || is_loop(work->kind);
  if (judge.promised(ompt_callback_work))
    judge.require(loop && sections, [&] {
      return cancel_construct_bit::other_work{.flags = e.flags, .work = work->kind}.why(
          "the work region began here", work->begin);
    });
  const bool group = task.group || task.open_group || !(e.flags & ompt_cancel_taskgroup);
  if (judge.promised(ompt_callback_sync_region) && judge.promised(ompt_callback_implicit_task))
    judge.require(group, [&] {
      return cancel_construct_bit::no_taskgroup{.flags = e.flags}.why("the task began here",
                                                                      task.created);
    });
}

void Cancel::discards(const Here &here, const event::cancel &e, Task *task) {
  const bool generated = task && task->kind != Task::Kind::implicit &&
                         task->kind != Task::Kind::initial && !task->discarded;
  judge.require(generated, [&] {
    auto said = cancel_task_data::not_discardable{.task = e.task}.said();
    return task ? std::move(said).why("that task began here", task->created) : std::move(said);
  });
  // Cancelling a taskgroup or a parallel region discards tasks.
  judge.require(!(e.flags & (ompt_cancel_loop | ompt_cancel_sections)),
                [&] { return cancel_discarded::with_construct{.flags = e.flags}; });
  if (!generated)
    return;
  // An executing task continues to its end or to a cancellation point.
  judge.require(!task->started, [&] {
    return cancel_discarded::started{.task = task->id}.why("the task's last event is here",
                                                           task->last);
  });
  if (task->started)
    return;
  judge_cause(here, *task);
  schedule_.discard(*task);
}

} // namespace cts
