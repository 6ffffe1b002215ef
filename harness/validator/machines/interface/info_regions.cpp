// ompt_get_parallel_info, level by level.
#include "rules/info.h"
#include "validator/machines/interface/info.h"

namespace cts {

using namespace ompt_abi;

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

// Where the walk begins, and whether there is anything to compare the answers with.
void Info::first_region(const Here &here, const event::probe_parallel &e, PerThread &t) {
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
  if (!switches || !t.ends)
    return;
  // Where an implicit task ends its region may be shown or the one around it, or neither.
  const Parallel *ends = t.next_region ? world.parallels.find(t.next_region) : nullptr;
  t.lost |= e.result != 2 || (t.next_region && !ends);
  if (ends && e.parallel.id != ends->id) {
    t.next_region = ends->outer;
    t.team_size = 0;
  }
}

// The next region is the one around this one. What is around a region that a thread outside the
// team meets in a target task, as around the task itself, no text says.
void Info::outwards(const Here &here, const Parallel &region, PerThread &t) const {
  const Task *met = world.tasks.find(region.encountering_task);
  t.lost |= met && met->kind == Task::Kind::target && !member_of(here, met->parallel);
  t.next_region = region.outer;
  t.team_size = 0;
}

// The region that the answer should be about, none outside all; past those that it may leave out.
// False, and lost, where that is not known.
bool Info::find_region(const Here &here, const event::probe_parallel &e, PerThread &t,
                       const Parallel *&region) const {
  const auto next = [&] { return t.next_region ? world.parallels.find(t.next_region) : nullptr; };
  region = next();
  // Whether a league is a level is for the implementation to say. In a damaged trace a region may
  // be around itself.
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
  // Nothing is known of a region that is over and of those around it, nor of those around one that
  // a task has met of which nothing is told.
  const bool over = t.next_region && !region && !t.team_size;
  const bool untold = !t.next_region && e.level > 0 && !judge.promised(ompt_callback_task_create);
  t.lost |= over || untold;
  return !over && !untold;
}

void Info::judge_outside(const event::probe_parallel &e, PerThread &t) {
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
}

// The answer about a region; `region` is null where the region is over. Lost where none is shown.
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
