#include "validator/machines/host/team.h"

#include "rules/dispatch.h"
#include "rules/sync.h"
#include "rules/work.h"

namespace cts {

namespace {

// The part of a type that must be the same for all members: a loop is a loop, whatever its
// schedule.
u32 class_of(u32 type) {
  if (is_loop(type))
    return ompt_work_loop;
  return is_single(type) ? u32{ompt_work_single_executor} : type;
}

} // namespace

void SharedWork::reset() {
  DispatchedIterations memory = std::move(chunks);
  memory.clear();
  *this = SharedWork{};
  chunks = std::move(memory);
}

Team &Teams::make(Parallel &region) {
  Team *team;
  if (free_.empty()) {
    team = &pool_.emplace_back();
  } else {
    team = free_.back();
    free_.pop_back();
    // Resets everything but the windows' memory.
    Window<SharedWork> works = std::move(team->works);
    Window<SharedBarrier> barriers = std::move(team->barriers);
    works.clear();
    barriers.clear();
    *team = Team{};
    team->works = std::move(works);
    team->barriers = std::move(barriers);
  }
  team->members = region.actual;
  region.team.now = team;
  return *team;
}

// The team of an implicit task; none for a region of one thread, and if the number of members is
// unknown.
Team *Teams::team_of(const Task &member) {
  if (member.kind != Task::Kind::implicit)
    return nullptr;
  Parallel *region = world.region_of(member);
  if (!region || region->actual < 2)
    return nullptr;
  return region->team.now ? region->team.now : &make(*region);
}

void Teams::out_of_step(const Task &task) {
  if (Team *team = team_of(task))
    team->out_of_step = true;
}

bool Teams::cancelled(const Task &task) const {
  const Parallel *region = world.region_of(task);
  return region && region->cancelled;
}

void Teams::suspect(const Task &task, Team &team, Rule rule, Message message) {
  team.out_of_step = true;
  if (team.suspicion)
    return;
  if (!message.shown.valid())
    message.shown = judge.judging();
  team.suspicion.emplace(rule, std::move(message));
  if (team.primary_ended)
    say(world.region_of(task), team);
}

void Teams::say(const Parallel *region, Team &team) {
  const bool whole = judge.tells_cancellation() && !(region && region->cancelled);
  if (team.suspicion && whole)
    judge.report(team.suspicion->rule, std::move(team.suspicion->message));
  team.suspicion.reset();
}

u32 Teams::work_begins(const Here &here, Task &task, u32 type, u64 count) {
  const u32 position = task.team.worksharings++;
  Team *team = team_of(task);
  if (!team) {
    // Alone in its team, it executes every single region.
    const Parallel *region = world.region_of(task);
    const bool alone = !region || region->actual == 1;
    if (is_single(type) && alone)
      judge.require(rule::single_executor_one, type == ompt_work_single_executor,
                    [&] { return single_executor_one::alone{.task = task.id}; });
    return position;
  }
  if (team->out_of_step)
    return position;
  SharedWork *work = team->works.at(position);
  if (!work)
    return position;
  if (work->begun++ == 0) {
    work->type = type;
    work->count = count;
    work->first = here.ref;
  }
  const bool same_sort =
      agree(task, *team, rule::work_every_team_member, class_of(work->type) == class_of(type), [&] {
        return work_every_team_member::other_type{
            .position = position + 1, .task = task.id, .type = type, .other = work->type}
            .why("the other member's region began here", work->first);
      });
  if (!same_sort)
    return position;
  if (is_loop(type))
    work->mixed |= !agree(task, *team, rule::loop_same_type_team, work->type == type, [&] {
      return loop_same_type_team::other_type{.type = type, .task = task.id, .other = work->type}
          .why("the other member's loop began here", work->first);
    });
  if (is_loop(type) || type == ompt_work_sections) {
    const Rule rule = is_loop(type) ? rule::loop_count : rule::sections_count;
    work->mixed |= !agree(task, *team, rule, work->count == count, [&] {
      return shared::count_in_team{
          .type = type, .count = count, .task = task.id, .other = work->count}
          .why("the other member's region began here", work->first);
    });
  }
  if (type == ompt_work_single_executor) {
    agree(task, *team, rule::single_executor_one, ++work->executors == 1, [&] {
      return single_executor_one::second_executor{.task = task.id}.why(
          "the other member's region began here", work->executor);
    });
    work->executor = here.ref;
  }
  return position;
}

void Teams::judge_complete(const Task &task, Team &team, SharedWork &work) {
  const bool cut = work.cancelled || cancelled(task);
  const u64 sections = work.of_ended.sections;
  if (work.type == ompt_work_sections && !work.mixed && judge.promised(ompt_callback_dispatch))
    agree(task, team, rule::sections_dispatch_per_section,
          cut ? sections <= work.count : sections == work.count, [&] {
            return sections_dispatch_per_section::another_count{.dispatched = sections,
                                                                .task = task.id,
                                                                .members = team.members,
                                                                .count = work.count}
                .at(work.first);
          });
  if (cut)
    return;
  if (is_single(work.type))
    agree(task, team, rule::single_executor_one, work.executors == 1,
          [&] { return single_executor_one::no_executor{}.at(work.first); });
  if (!judge.promised(ompt_callback_dispatch))
    return;
  const AllDispatches &all = work.of_ended;
  if (!is_loop(work.type) || !work.count)
    return;
  const bool any = agree(task, team, rule::loop_dispatch_chunk, all.any, [&] {
    return loop_dispatch_chunk::no_chunk{.count = work.count}.at(work.first);
  });
  if (!any || work.mixed)
    return;
  const bool asked = work.type == ompt_work_loop_dynamic || work.type == ompt_work_loop_guided;
  const bool due = all.must_cover(asked, team.members) && (asked || !work.of_part);
  agree(task, team, rule::loop_dispatch_chunk, !due || all.iterations == work.count, [&] {
    return loop_dispatch_chunk::not_covered{.count = work.count, .iterations = all.iterations}.at(
        work.first);
  });
  if (all.singly && !work.of_part)
    agree(task, team, rule::loop_dispatch_iteration, all.singly == work.count, [&] {
      return loop_dispatch_iteration::another_count{.count = work.count, .dispatched = all.singly}
          .at(work.first);
    });
}

void Teams::work_ends(const Here &, const Task &task, const OpenRegion &region) {
  Team *team = team_of(task);
  if (!team || team->out_of_step)
    return;
  SharedWork *work = team->works.known(region.position);
  if (!work)
    return;
  ++work->ended;
  work->of_ended.add(region.work.got);
  while (work && work->begun == team->members && work->ended == team->members) {
    judge_complete(task, *team, *work);
    team->works.pop();
    work = team->works.front();
  }
}

void Teams::chunk(const Task &task, u32 position, Chunk chunk) {
  Team *team = team_of(task);
  if (!team || team->out_of_step)
    return;
  SharedWork *work = team->works.known(position);
  if (!work || work->mixed)
    return;
  work->of_part |= chunk.of_part;
  const auto added = work->chunks.add(chunk.first, chunk.iterations);
  work->mixed |= added == DispatchedIterations::Added::forgotten;
  const bool apart = agree(
      task, *team, rule::loop_dispatch_chunk, added != DispatchedIterations::Added::overlaps, [&] {
        return shared::iterations_twice{
            .task = task.id, .first = chunk.first, .last = chunk.first + chunk.iterations - 1}
            .why("the first member began the loop here", work->first);
      });
  if (!apart || work->mixed || chunk.of_part)
    return;
  const u64 reach = work->chunks.reach();
  work->mixed |= !agree(task, *team, rule::loop_dispatch_chunk, reach <= work->count, [&] {
    return shared::iterations_beyond{.task = task.id,
                                     .iterations = chunk.iterations,
                                     .first = chunk.first,
                                     .count = work->count,
                                     .usual = work->chunks.usual(),
                                     .beyond = reach - work->count}
        .why("the first member began the loop here", work->first);
  });
}

void Teams::barrier_begins(const Here &here, Task &task, u32 kind) {
  const u32 position = task.barriers_met++;
  task.team.explicit_barriers += kind == ompt_sync_region_barrier_explicit;
  Team *team = team_of(task);
  if (!team || team->out_of_step)
    return;
  SharedBarrier *barrier = team->barriers.at(position);
  if (!barrier)
    return;
  if (barrier->begun++ == 0) {
    barrier->kind = kind;
    barrier->first = here.ref;
  }
  if (barrier->kind != kind) {
    // The wrong member is unknown, unless only some members meet an explicit barrier.
    const auto clear = [](u32 k) { return k != ompt_sync_region_barrier; };
    if (clear(kind) && clear(barrier->kind))
      agree(task, *team, rule::barrier_explicit_every_member, false, [&] {
        return barrier_explicit_every_member::other_kind{
            .position = position + 1, .task = task.id, .kind = kind, .other = barrier->kind}
            .why("the other member's barrier began here", barrier->first);
      });
    team->out_of_step = true;
    return;
  }
  const bool passed_before =
      barrier->first_end.valid() && here.time > barrier->first_end_time + uncertainty;
  agree(task, *team, rule::barrier_global_sync, !passed_before, [&] {
    return barrier_global_sync::left_before{
        .position = position + 1, .parallel = task.parallel, .task = task.id}
        .at(barrier->first_end)
        .why("the late member's barrier began here", here.ref);
  });
}

bool Teams::barrier_ends(const Here &here, Task &task) {
  Team *team = team_of(task);
  if (!team || team->out_of_step || task.barriers_met == 0)
    return false;
  SharedBarrier *barrier = team->barriers.known(task.barriers_met - 1);
  if (!barrier)
    return false;
  if (!barrier->first_end.valid()) {
    barrier->first_end = here.ref;
    barrier->first_end_time = here.time;
  }
  ++barrier->ended;
  const bool waits_for_more = barrier->live_tasks != 0 && !cancelled(task);
  while (barrier && barrier->begun == team->members && barrier->ended == team->members) {
    team->barriers.pop();
    barrier = team->barriers.front();
  }
  return waits_for_more;
}

void Teams::task_created(Task &task, const Task &creator) {
  // A task created inside a barrier (by a task that executes there) belongs to that barrier.
  task.barriers_met = creator.barriers_met;
  Parallel *region = world.region_of(task);
  if (!region || region->league || region->actual < 2)
    return;
  Team &team = region->team.now ? *region->team.now : make(*region);
  if (team.out_of_step)
    return;
  if (SharedBarrier *barrier = team.barriers.at(task.barriers_met))
    ++barrier->live_tasks;
}

void Teams::task_completed(const Task &task) {
  const Parallel *region = world.region_of(task);
  if (!region || !region->team.now)
    return;
  if (SharedBarrier *barrier = region->team.now->barriers.known(task.barriers_met);
      barrier && barrier->live_tasks)
    --barrier->live_tasks;
}

void Teams::on(const Here &here, const event::implicit_task &e) {
  if (e.endpoint != endpoint_end)
    return;
  Task *task = world.task(e.task);
  Team *team = task ? team_of(*task) : nullptr;
  if (!team)
    return;
  if (team->members_ended++ == 0) {
    team->worksharings = task->team.worksharings;
    team->explicit_barriers = task->team.explicit_barriers;
    team->first_member_end = here.ref;
  } else if (!team->out_of_step) {
    const bool same_works =
        agree(*task, *team, rule::work_every_team_member,
              task->team.worksharings == team->worksharings, [&] {
                return work_every_team_member::other_number{
                    .task = task->id, .met = task->team.worksharings, .other = team->worksharings}
                    .why("the other member ended here", team->first_member_end);
              });
    if (same_works)
      agree(*task, *team, rule::barrier_explicit_every_member,
            task->team.explicit_barriers == team->explicit_barriers, [&] {
              return barrier_explicit_every_member::other_number{.task = task->id,
                                                                 .passed =
                                                                     task->team.explicit_barriers,
                                                                 .other = team->explicit_barriers}
                  .why("the other member ended here", team->first_member_end);
            });
  }
  // By now every member has reached the closing barrier and reported its cancellation.
  if (task->index == 0) {
    team->primary_ended = true;
    say(world.region_of(*task), *team);
  }
  if (team->members_ended == team->members)
    if (Parallel *region = world.region_of(*task)) {
      say(region, *team);
      region->team.now = nullptr;
      free_.push_back(team);
    }
}

void Teams::on(const Here &, const event::cancel &e) {
  const Task *task = world.task(e.task);
  constexpr u32 noticed = ompt_cancel_activated | ompt_cancel_detected;
  constexpr u32 others = ompt_cancel_sections | ompt_cancel_loop | ompt_cancel_taskgroup;
  if (!task || !(e.flags & noticed))
    return;
  // At a barrier the flag is only detected, and a barrier notices the cancellation of the region.
  if ((e.flags & ompt_cancel_parallel) || !(e.flags & others)) {
    if (Parallel *region = world.region_of(*task))
      region->cancelled = true;
    return;
  }
  Team *team = team_of(*task);
  if (team && (e.flags & (ompt_cancel_sections | ompt_cancel_loop)))
    for (const OpenRegion &region : task->regions)
      if (region.event == ompt_callback_work && is_worksharing(region.kind))
        if (SharedWork *work = team->works.known(region.position))
          work->cancelled = true;
}

void Teams::at_end() {
  world.parallels.for_each([&](Parallel &region) {
    if (region.team.now)
      say(&region, *region.team.now);
  });
}

} // namespace cts
