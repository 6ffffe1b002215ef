// Judges ompt_get_parallel_info, level by level.
#include "rules/info.h"
#include "validator/machines/interface/info.h"

namespace cts {

void Info::on(const Here &here, const event::probe_parallel &e) {
  PerThread &t = of(here);
  judge.require(e.result >= 0 && e.result <= 2,
                [&] { return parallel_info_protocol::no_result{.result = e.result}; });
  if (e.level == 0)
    first_region(here, e, t);
  else
    judge.require(e.result != 1,
                  [&] { return parallel_info_available_above_0::above_zero{.level = e.level}; });
  const Parallel *region = nullptr;
  if (t.lost || !find_region(here, e, t, region))
    return;
  if (e.result == 1) {
    const bool steady = e.asked == event::note::event_code;
    judge.require((t.next_region || t.around < unannounced_) && !steady, [&] {
      return parallel_info_levels::outside_program{.level = e.level, .asked = where_asked(e.asked)};
    });
    t.lost = true;
  } else if (!t.next_region) {
    judge_outside(e, t);
  } else {
    judge_region(e, t, region);
    if (region && !t.lost)
      outwards(here, *region, t);
    else
      t.lost = true;
  }
}

// The start of the walk, and whether the answers can be compared with anything.
void Info::first_region(const Here &here, const event::probe_parallel &e, PerThread &t) {
  const bool switches = e.asked == event::implicit_task::event_code;
  const Shot current = switches && t.ends ? t.before : Shot::of(here.thread.current);
  t.next_region = current.parallel;
  t.team_size = current.kind == Task::Kind::implicit ? current.actual : 0;
  t.around = 0;
  // Nothing to compare with: the thread's task is unknown, or the thread lags behind its region.
  const bool fixed = !between_tasks(e.asked) || switches;
  // Regions without a callback cannot be compared.
  const bool announced =
      judge.promised(ompt_callback_parallel_begin) && judge.promised(ompt_callback_implicit_task);
  // A thread outside the team (a runtime's helper thread) executes target tasks: the specification
  // does not say which region it shows.
  const bool outsider = current.kind == Task::Kind::target && !member_of(here, current.parallel);
  t.lost = !current.id || t.late || !fixed || !announced || outsider;
  // Between the begin of a region and the begin of its implicit task, the runtime may show the new
  // or the outer region (and in 5.0 neither).
  const bool begins = e.asked == event::parallel_begin::event_code;
  if (begins && e.parallel.ours() && e.parallel.id == t.region) {
    t.next_region = t.region;
    t.team_size = 0;
  } else if (begins && judge.profile() == version::v50) {
    t.lost = true;
  }
  if (!switches || !t.ends)
    return;
  // At the end of an implicit task, the runtime may show its region, the outer region, or neither.
  const Parallel *ends = t.next_region ? world.parallels.find(t.next_region) : nullptr;
  t.lost |= e.result != 2 || (t.next_region && !ends);
  if (ends && e.parallel.id != ends->id) {
    t.next_region = ends->outer;
    t.team_size = 0;
  }
}

// The next region is the outer one. The specification does not say what surrounds a region that a
// thread outside the team meets in a target task, or what surrounds the task itself.
void Info::outwards(const Here &here, const Parallel &region, PerThread &t) const {
  const Task *met = world.tasks.find(region.encountering_task);
  t.lost |= met && met->kind == Task::Kind::target && !member_of(here, met->parallel);
  t.next_region = region.outer;
  t.team_size = 0;
}

// Finds the region that the answer should describe, none outside the outermost region; skips
// regions that the answer may omit. Returns false and sets lost if that region is unknown.
bool Info::find_region(const Here &here, const event::probe_parallel &e, PerThread &t,
                       const Parallel *&region) const {
  const auto next = [&] { return t.next_region ? world.parallels.find(t.next_region) : nullptr; };
  region = next();
  // The implementation decides whether a league is a level. In a damaged trace a region may
  // surround itself.
  for (std::size_t left = world.parallels.size();
       left > 0 && region && region->league && e.parallel.id != region->id; --left) {
    outwards(here, *region, t);
    region = next();
  }
  if (t.lost)
    return false;
  if (region && e.parallel.id != region->id && world.wraps_team(*region, e.parallel)) {
    outwards(here, *region, t);
    region = next();
  }
  // Nothing is known of an ended region and of the regions around it, nor of the regions around one
  // whose encountering task is unknown.
  const bool over = t.next_region && !region && !t.team_size;
  const bool untold = !t.next_region && e.level > 0 && !judge.promised(ompt_callback_task_create);
  t.lost |= over || untold;
  return !over && !untold;
}

void Info::judge_outside(const event::probe_parallel &e, PerThread &t) {
  // The specification does not say whether the region around the whole program is a level.
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
}

// The answer about a region; `region` is null if the region is over. The walk is lost if the
// runtime shows none.
void Info::judge_region(const event::probe_parallel &e, PerThread &t, const Parallel *region) {
  const auto begun = [&](Message message) {
    if (region)
      message.why("the region began here", region->begin);
    return message;
  };
  const bool shown = judge.require(rule::parallel_info_levels, e.result == 2, [&] {
    return begun(parallel_info_levels::missing{.result = e.result,
                                               .level = e.level,
                                               .asked = where_asked(e.asked),
                                               .expected = t.next_region});
  });
  t.lost |= !shown;
  if (!shown)
    return;
  judge.require(rule::parallel_info_data, e.parallel.id == t.next_region, [&] {
    return begun(parallel_info_data::another_region{.parallel = e.parallel,
                                                    .level = e.level,
                                                    .asked = where_asked(e.asked),
                                                    .expected = t.next_region});
  });
  const u32 size = region && !region->league && region->actual ? region->actual : t.team_size;
  if (size)
    judge.require(rule::parallel_info_team_size, static_cast<u32>(e.team_size) == size, [&] {
      return begun(parallel_info_team_size::another_size{.team_size = e.team_size,
                                                         .region = t.next_region,
                                                         .level = e.level,
                                                         .asked = where_asked(e.asked),
                                                         .expected = size});
    });
}

} // namespace cts
