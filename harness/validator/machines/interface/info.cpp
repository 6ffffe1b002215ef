#include "validator/machines/interface/info.h"

#include "rules/info.h"
#include "validator/machines/host/barriers.h"

namespace cts {

using namespace ompt_abi;

namespace {

bool ends_prior(u32 status) {
  return status == ompt_task_complete || status == ompt_task_cancel || status == ompt_task_detach;
}

bool outside_switches(u32 status) {
  return status == ompt_task_early_fulfill || status == ompt_task_late_fulfill ||
         status == ompt_taskwait_complete;
}

} // namespace

Info::Shot Info::Shot::of(const Task *task) {
  if (!task)
    return {};
  return {task->id,     task->kind,   task->flags,  task->parallel,
          task->index,  task->actual, task->parent, task->info.scheduled_from,
          task->thread, task->created};
}

bool between_tasks(u32 asked) {
  switch (asked) {
  case event::implicit_task::event_code:
  case event::task_schedule::event_code:
  case event::parallel_end::event_code:
  case event::thread_begin::event_code:
  case event::thread_end::event_code:
    return true;
  default:
    return false;
  }
}

std::string where_asked(u32 asked) {
  return asked == event::note::event_code
             ? "in the program"
             : fmt::format("inside {}", event::label(static_cast<u8>(asked)));
}

// A member reports the end of its region's closing barrier, and of its implicit task, when it is
// woken for something else: the region is over and the runtime may have nothing left to show.
bool Info::late(const Here &here, u32 parallel) const {
  if (!parallel) // the initial task, or a region that no callback announces
    return !judge.promised(ompt_callback_parallel_begin);
  const Parallel *region = world.parallels.find(parallel);
  return !region || region->thread != here.thread.number;
}

void Info::on(const Here &here, const event::implicit_task &e) {
  PerThread &t = of(here);
  t.ends = e.endpoint == endpoint_end;
  t.before = t.ends ? Shot::of(world.task(e.task)) : Shot{};
  t.late = t.ends && late(here, t.before.parallel);
  t.region = 0;
  // A league without a begin, which is a finding elsewhere.
  if (!t.ends && (e.flags & ompt_task_initial) && here.thread.current &&
      !world.parallel(e.parallel))
    unannounced_ = 2;
}

void Info::on(const Here &here, const event::task_schedule &e) {
  PerThread &t = of(here);
  t.late = false;
  t.region = 0;
  t.ends = ends_prior(e.prior_task_status);
  const bool switches = !outside_switches(e.prior_task_status);
  t.prior = switches ? e.prior_task.id : 0;
  t.next = switches ? e.next_task.id : 0;
  const Task *prior = switches ? world.task(e.prior_task) : nullptr;
  t.before = t.ends ? Shot::of(prior) : Shot{};
  if (!switches)
    return;
  // A task is scheduled from the one below it on the stack.
  if (Task *next = world.task(e.next_task); next && !next->started && prior)
    next->info.scheduled_from = t.ends ? prior->info.scheduled_from : prior->id;
}

void Info::on(const Here &here, const event::parallel_begin &e) {
  PerThread &t = of(here);
  t.before = {};
  t.ends = t.late = false;
  t.region = e.parallel.id;
}

void Info::on(const Here &here, const event::parallel_end &e) {
  PerThread &t = of(here);
  // The thread's own member has just ended, or the encountering task is all that is known.
  t.next = e.encountering_task.id;
  t.prior = t.before.id && t.before.parallel == e.parallel.id ? t.before.id : t.next;
  t.ends = t.late = false;
  t.region = e.parallel.id;
}

void Info::on(const Here &here, const event::sync_region &e) {
  if (e.endpoint == endpoint_end && closes_region(e.kind) && here.thread.current)
    of(here).late = late(here, here.thread.current->parallel);
}

void Info::on(const Here &here, const event::sync_region_wait &e) {
  if (e.endpoint == endpoint_end && closes_region(e.kind) && here.thread.current)
    of(here).late = late(here, here.thread.current->parallel);
}

void Info::on(const Here &here, const event::probe_parallel &e) {
  PerThread &t = of(here);
  judge.require(e.result >= 0 && e.result <= 2,
                [&] { return parallel_info_protocol::no_result{.result = e.result}; });
  if (e.level == 0) {
    const bool switches = e.asked == event::implicit_task::event_code;
    const Shot current = switches && t.ends ? t.before : Shot::of(here.thread.current);
    t.next_region = current.parallel;
    t.team_size = current.kind == Task::Kind::implicit ? current.actual : 0;
    t.around = 0;
    // Nothing to compare with: the thread's task is not known, or it is late.
    const bool fixed = !between_tasks(e.asked) || switches;
    // Regions that no callback announced cannot be compared.
    const bool announced =
        judge.promised(ompt_callback_parallel_begin) && judge.promised(ompt_callback_implicit_task);
    // A thread outside the team (a runtime's helper) executes target tasks: whose region is
    // shown there no text says.
    const bool outsider = current.kind == Task::Kind::target && !member_of(here, current.parallel);
    t.lost = !current.id || t.late || !fixed || !announced || outsider;
    // Between the begin of a region and that of its implicit task either may be shown (and in 5.0
    // neither).
    const bool begins = e.asked == event::parallel_begin::event_code;
    if (begins && e.parallel.ours() && e.parallel.id == t.region) {
      t.next_region = t.region;
      t.team_size = 0;
    } else if (begins && judge.profile() == version::v50) {
      t.lost = true;
    }
  } else
    judge.require(e.result != 1,
                  [&] { return parallel_info_available_above_0::above_zero{.level = e.level}; });
  // Where an implicit task ends its region may be shown or the one around it, or neither.
  if (e.level == 0 && e.asked == event::implicit_task::event_code && t.ends) {
    const Parallel *ends = t.next_region ? world.parallels.find(t.next_region) : nullptr;
    t.lost |= e.result != 2 || (t.next_region && !ends);
    if (ends && e.parallel.id != ends->id) {
      t.next_region = ends->outer;
      t.team_size = 0;
    }
  }
  if (t.lost)
    return;
  const Parallel *region = t.next_region ? world.parallels.find(t.next_region) : nullptr;
  // What is around a region that a thread outside the team meets in a target task, as around the
  // task itself, no text says.
  const auto outwards = [&] {
    const Task *met = world.tasks.find(region->encountering_task);
    t.lost |= met && met->kind == Task::Kind::target && !member_of(here, met->parallel);
    t.next_region = region->outer;
    t.team_size = 0;
  };
  // Whether a league is a level is for the implementation to say. In a damaged trace a region may
  // be around itself.
  for (std::size_t left = world.parallels.size();
       left > 0 && region && region->league && e.parallel.id != region->id; --left) {
    outwards();
    region = t.next_region ? world.parallels.find(t.next_region) : nullptr;
  }
  if (t.lost)
    return;
  if (region && e.parallel.id != region->id && world.wraps_team(*region, e.parallel)) {
    outwards();
    region = world.parallels.find(t.next_region);
  }
  if (t.next_region && !region && !t.team_size) {
    t.lost = true; // it is over: nothing is known of it and of those around it
    return;
  }
  if (!t.next_region && e.level > 0 && !judge.promised(ompt_callback_task_create)) {
    t.lost = true; // nor of those around one that a task has met of which nothing is told
    return;
  }
  if (e.result == 1) {
    const bool steady = e.asked == event::note::event_code;
    judge.require((t.next_region || t.around < unannounced_) && !steady, [&] {
      return parallel_info_levels::outside_program{.level = e.level, .asked = where_asked(e.asked)};
    });
    t.lost = true;
    return;
  }
  if (!t.next_region) {
    // Whether the region around the whole program is a level is not said.
    const bool around = e.result == 2 && t.around < unannounced_ && !e.parallel.ours() &&
                        e.parallel.value == 0; // no tool has written its word
    const bool due = judge.require(e.result == 0 || around, [&] {
      return parallel_info_levels::too_many{.result = e.result,
                                            .parallel = e.parallel,
                                            .level = e.level,
                                            .asked = where_asked(e.asked)};
    });
    t.lost |= !due;
    if (around && unannounced_ == 1)
      judge.require(e.team_size == 1,
                    [&] { return parallel_info_team_size::around_program{.size = e.team_size}; });
    ++t.around;
    return;
  }
  const bool shown = judge.require(rule::parallel_info_levels, e.result == 2, [&] {
    auto message = parallel_info_levels::missing{.result = e.result,
                                                 .level = e.level,
                                                 .asked = where_asked(e.asked),
                                                 .expected = t.next_region}
                       .said();
    if (region)
      message.why("the region began here", region->begin);
    return message;
  });
  if (!shown) {
    t.lost = true;
    return;
  }
  judge.require(rule::parallel_info_data, e.parallel.id == t.next_region, [&] {
    auto message = parallel_info_data::another_region{.parallel = e.parallel,
                                                      .level = e.level,
                                                      .asked = where_asked(e.asked),
                                                      .expected = t.next_region}
                       .said();
    if (region)
      message.why("the region began here", region->begin);
    return message;
  });
  const u32 size = region && !region->league && region->actual ? region->actual : t.team_size;
  if (size)
    judge.require(rule::parallel_info_team_size, static_cast<u32>(e.team_size) == size, [&] {
      auto message = parallel_info_team_size::another_size{.team_size = e.team_size,
                                                           .region = t.next_region,
                                                           .level = e.level,
                                                           .asked = where_asked(e.asked),
                                                           .expected = size}
                         .said();
      if (region)
        message.why("the region began here", region->begin);
      return message;
    });
  if (region)
    outwards();
  else
    t.lost = true;
}

} // namespace cts
