#include "validator/machines/host/parallel.h"

#include "rules/implicit_tasks.h"
#include "rules/parallel.h"
#include "rules/sync.h"
#include "rules/teams.h"
#include "rules/threads.h"

namespace cts {

void forget_if_over(World &world, const Parallel &region) {
  const bool all = !region.league || region.begun >= region.actual;
  if (region.ended && region.finished >= region.begun && all)
    world.parallels.erase(region.id);
}

void Parallels::acts(const Here &here, Task &task) {
  if (Parallel *league = task.ended_league ? world.parallels.find(task.ended_league) : nullptr)
    league->left = {here.time, here.ref};
  task.ended_league = 0;
  if (!task.open_parallel)
    return;
  const Parallel *region = world.parallels.find(task.open_parallel);
  if (!region || region->ended) {
    task.open_parallel = 0;
    return;
  }
  if (!judge.promised(ompt_callback_parallel_end))
    return;
  judge.violated([&] {
    return parallel_end_before_parent_resumes::not_ended{
        .task = task.id, .event = here.code, .parallel = region->id}
        .why("the region began here", region->begin);
  });
  judge.violated([&] {
    return parallel_end_paired::no_end{.parallel = region->id}
        .why("the region began here", region->begin)
        .why("the task that encountered it went on here", here.ref);
  });
  task.open_parallel = 0;
}

void Parallels::left(const Here &here, Task &task) {
  const Parallel *region = task.open_parallel ? world.parallels.find(task.open_parallel) : nullptr;
  if (task.ended_league || (region && region->own_member_ended))
    acts(here, task);
}

// The encountering task of a league continues when all teams have completed, wherever they report
// it; events that begin something there come before.
void Parallels::in_team(const Here &here) {
  const Task *task = here.thread.current;
  const Parallel *league = task ? world.region_of(*task) : nullptr;
  // In a damaged trace a region may lie in itself: then there are more steps than tasks.
  for (std::size_t left = world.tasks.size() + 1; left > 0 && league && !league->league; --left) {
    task = world.tasks.find(league->encountering_task);
    league = task ? world.region_of(*task) : nullptr;
  }
  if (!task || task->kind != Task::Kind::initial || !league || !league->league)
    return;
  judge.require(rule::teams_complete_before_parent_resumes,
                !league->left.at.valid() || here.time <= league->left.time + uncertainty, [&] {
                  return teams_complete_before_parent_resumes::goes_on{
                      .index = task->index, .league = league->id, .event = here.code}
                      .why("that task went on here", league->left.at);
                });
}

void Parallels::at_end() {
  world.parallels.for_each([&](const Parallel &region) {
    if (region.league && region.left.at.valid() && region.begun < region.actual)
      judge.violated(rule::teams_initial_task_per_team, [&] {
        return teams_initial_task_per_team::teams_missing{
            .league = region.id, .teams = region.actual, .begun = region.begun}
            .at(region.left.at)
            .why("the league began here", region.begin);
      });
  });
}

void Parallels::judge_flags(const event::parallel_begin &e) {
  const bool league = e.flags & ompt_parallel_league;
  const bool team = e.flags & ompt_parallel_team;
  const u32 unknown = e.flags & ~known_bits(enum_kind::parallel_flag, judge.profile());
  judge.require(unknown == 0,
                [&] { return parallel_begin_flags_range::unknown_bits{.bits = unknown}; });
  const Rule kind = league ? rule::teams_begin_flags_league : rule::parallel_begin_flags_team;
  judge.require(kind, league != team, [&] { return shared::team_or_league{.flags = e.flags}; });
  const bool program = e.flags & ompt_parallel_invoker_program;
  const bool runtime = e.flags & ompt_parallel_invoker_runtime;
  judge.require(program != runtime,
                [&] { return parallel_begin_flags_invoker::several_invokers{.flags = e.flags}; });
}

void Parallels::on(const Here &here, const event::parallel_begin &e) {
  judge_flags(e);
  Task *task = world.task(e.encountering_task);
  const bool current = task && task == here.thread.current;
  judge.require(rule::parallel_begin_encountering_data, current, [&] {
    return parallel_begin_encountering_data::other_is_current{
        .given = e.encountering_task,
        .thread = here.thread.number,
        .current = here.thread.current ? here.thread.current->id : 0}
        .why("that task became current here",
             here.thread.current ? here.thread.current->last : EventRef{});
  });
  // The current task of a thread is known only if its tasks are.
  if (judge.promised(ompt_callback_implicit_task) && judge.promised(ompt_callback_task_create))
    judge.require(here.thread.current != nullptr, [&] {
      return initial_task_no_parallel_events::no_task{.thread = here.thread.number};
    });
  judge.require(e.encountering_frame.address != 0,
                [&] { return parallel_begin_frame_nonnull::null{}; });
  judge.require(rule::parallel_begin_data_none, is_new(e.parallel), [&] {
    return not_new(e.parallel, {"parallel_data", "parallel-begin", "parallel region"});
  });
  if (!task)
    task = here.thread.current;
  if (!e.parallel.ours())
    return;
  Parallel &region = world.parallels[e.parallel.id];
  region.address = e.parallel.address;
  region.begin = here.ref;
  region.thread = here.thread.number;
  region.encountering_task = task ? task->id : 0;
  region.flags = e.flags;
  region.requested = e.requested_parallelism;
  region.codeptr = e.codeptr_ra;
  region.league = e.flags & ompt_parallel_league;
  if (task) {
    region.outer = task->parallel;
    task->open_parallel = region.id;
  }
}

void Parallels::judge_members(const Parallel &region) {
  if (!judge.promised(ompt_callback_implicit_task))
    return;
  // Every member has reached the closing barrier before the region can end. A league has none, and
  // its teams may run later; but each has begun before the league's end.
  if (region.actual && !region.league && !world.wraps_team(region))
    judge.require(region.begun == region.actual, [&] {
      return implicit_task_begin_one_per_index::members_missing{
          .parallel = region.id, .actual = region.actual, .begun = region.begun}
          .why("the region began here", region.begin);
    });
  if (region.requested && region.actual) {
    judge.require(region.actual <= region.requested, [&] {
      return parallel_team_size_bound::too_many{
          .parallel = region.id, .actual = region.actual, .requested = region.requested}
          .why("the region began here", region.begin);
    });
  }
  const Rule own = region.league ? rule::teams_end_after_own_initial_task_end
                                 : rule::parallel_end_after_own_implicit_task_end;
  if (!world.wraps_team(region))
    judge.require(own, region.own_member_ended, [&] {
      return (region.begun ? Message(shared::ended_before_own_task{.parallel = region.id})
                           : Message(shared::no_task_begun{.parallel = region.id}))
          .why("the region began here", region.begin);
    });
}

void Parallels::on(const Here &here, const event::parallel_end &e) {
  Parallel *region = world.parallel(e.parallel);
  judge.require(rule::parallel_end_paired, region && !region->ended, [&] {
    auto message = parallel_end_paired::no_region{.parallel = e.parallel}.said();
    if (region)
      message.why("the region began here", region->begin);
    return message;
  });
  if (judge.promised(ompt_callback_parallel_begin))
    judge.require(rule::parallel_data_persistent, !e.parallel.foreign(), [&] {
      return parallel_data_persistent::another_word_at_end{.parallel = e.parallel};
    });
  if (!region || region->ended)
    return;
  // The thread's own region ends where its encountering task continues: only the word is wrong.
  const Task *current = here.thread.current;
  Parallel *own = current && current->open_parallel && current->id == e.encountering_task.id
                      ? world.parallels.find(current->open_parallel)
                      : nullptr;
  if (own && own->ended)
    own = nullptr;
  judge.require(rule::parallel_end_context, region->thread == here.thread.number, [&]() -> Message {
    using namespace parallel_end_context;
    const u32 begun = region->thread, thread = here.thread.number;
    if (own)
      return another_region{.parallel = region->id, .begun = begun, .thread = thread}.why(
          "the region began here", region->begin);
    return another_thread{.parallel = region->id, .begun = begun, .thread = thread}.why(
        "the region began here", region->begin);
  });
  if (own && region->thread != here.thread.number)
    region = own;
  const u32 unknown = e.flags & ~bits_of_some_version(enum_kind::parallel_flag, judge.profile());
  judge.require(unknown == 0,
                [&] { return parallel_begin_flags_range::unknown_bits_at_end{.bits = unknown}; });
  const bool one_invoker =
      !(e.flags & ompt_parallel_invoker_program) != !(e.flags & ompt_parallel_invoker_runtime);
  judge.require(one_invoker, [&] {
    return parallel_begin_flags_invoker::several_at_end{.flags = e.flags}.why(
        "the region began here", region->begin);
  });
  Task *task = world.tasks.find(region->encountering_task);
  constexpr u32 sort = ompt_parallel_team | ompt_parallel_league;
  const bool same = (e.flags & sort) == (region->flags & sort) &&
                    (e.encountering_task.id == region->encountering_task || !task);
  judge.require(same, [&] {
    return parallel_end_same_args::other_arguments{.parallel = region->id,
                                                   .encountering_task = e.encountering_task,
                                                   .flags = e.flags,
                                                   .expected = region->encountering_task,
                                                   .expected_flags = region->flags}
        .why("the region began here", region->begin);
  });
  // The invoker of the code can be seen in two ways.
  constexpr u32 invoker = ompt_parallel_invoker_program | ompt_parallel_invoker_runtime;
  judge.require((e.flags & invoker) == (region->flags & invoker), [&] {
    return parallel_end_same_args::other_flags{
        .parallel = region->id, .flags = e.flags, .begun = region->flags}
        .why("the region began here", region->begin)
        .as_remark();
  });
  judge_members(*region);
  judge.held(rule::parallel_end_before_parent_resumes);
  if (task) {
    if (task->open_parallel != region->id) {
      // Regions of one encountering task are strictly nested: an inner one is still open.
      if (task->open_parallel)
        judge.violated([&] {
          return parallel_end_paired::inner_open{.parallel = region->id,
                                                 .inner = task->open_parallel};
        });
    }
    task->open_parallel = 0;
    task->ended_league = region->league ? region->id : 0;
  }
  // The thread that executed a task may report its completion slightly later; later actions of the
  // task prove more (machines/tasking/task_sync).
  judge.held(rule::barrier_tasks_complete);
  if (region->live_tasks && !region->league)
    world.tasks.for_each([&](Task &t) {
      if (t.parallel == region->id && t.kind == Task::Kind::explicit_ &&
          !t.has_flag(ompt_task_merged))
        must_be_over(here, t, rule::barrier_tasks_complete);
    });
  region->ended = true;
  forget_if_over(world, *region);
}

} // namespace cts
