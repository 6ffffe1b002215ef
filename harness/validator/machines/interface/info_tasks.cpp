// Judges ompt_get_task_info, level by level.
#include "rules/control_tool.h"
#include "rules/implicit_tasks.h"
#include "rules/info.h"
#include "rules/mutex.h"
#include "rules/parallel.h"
#include "rules/schedule.h"
#include "rules/target.h"
#include "rules/tasks.h"
#include "rules/teams.h"
#include "validator/machines/interface/info.h"

namespace cts {

namespace {

// The rule for the context of this callback, in addition to task-info.current.
Rule context_rule(u32 asked, bool league) {
  switch (asked) {
  case event::parallel_begin::event_code:
    return league ? rule::teams_context : rule::parallel_begin_context;
  case event::implicit_task::event_code:
    return rule::implicit_task_begin_context;
  case event::task_create::event_code:
    return rule::task_create_context;
  case event::control_tool::event_code:
    return rule::control_task_context;
  case event::mutex_acquired::event_code:
  case event::mutex_released::event_code:
  case event::mutex_acquire::event_code:
    return rule::mutex_task_context;
  case event::target::event_code:
  case event::target_emi::event_code:
    return rule::target_context;
  default:
    return rule::task_info_current;
  }
}

} // namespace

// The innermost task of this region that the thread executes or has suspended below.
const Task *Info::member_of(const Here &here, u32 parallel) const {
  const Task *member = nullptr;
  for (const auto &place : here.thread.entered)
    if (const Task *t = world.tasks.find(place.task); t && t->parallel == parallel)
      member = t;
  return member;
}

void Info::judge_thread_num(const Here &here, const event::probe_task &e, const Shot &task) {
  u32 number = 0;
  switch (task.kind) {
  case Task::Kind::implicit:
    number = task.index;
    break;
  case Task::Kind::initial:
    break;
  default: {
    // An explicit task shows the thread number of the implicit task that this thread executes in
    // the task's region. The number of a task on another thread's stack cannot be known here.
    const Task *member = member_of(here, task.parallel);
    if (!member || task.thread != here.thread.number)
      return;
    number = member->kind == Task::Kind::implicit ? member->index : 0;
  }
  }
  judge.require(static_cast<u32>(e.thread_num) == number, [&] {
    return task_info_thread_num::another_number{.thread_num = e.thread_num,
                                                .task = task.id,
                                                .level = e.level,
                                                .asked = where_asked(e.asked),
                                                .expected = number}
        .why("the task began here", task.created);
  });
  if (e.level == 0 && e.asked == event::implicit_task::event_code &&
      task.kind == Task::Kind::implicit)
    judge.held(rule::implicit_task_begin_index_is_thread_num);
}

void Info::judge_flags(const event::probe_task &e, const Shot &task) {
  const u32 unknown = e.flags & ~bits_of_some_version(enum_kind::task_flag, judge.profile());
  judge.require(unknown == 0,
                [&] { return task_flags_range::unknown_bits_shown{.unknown = unknown}; });
  constexpr u32 classes = ompt_task_initial | ompt_task_implicit | ompt_task_explicit |
                          ompt_task_target | ompt_task_taskwait;
  // A runtime need not show properties, but those that it shows must be the task's. A task may
  // become undeferred after its creation.
  constexpr u32 properties =
      ompt_task_untied | ompt_task_final | ompt_task_mergeable | ompt_task_merged;
  const u32 shown = e.flags & classes;
  bool right = false;
  switch (task.kind) {
  case Task::Kind::initial:
    right = (shown & ompt_task_initial) && !(e.flags & never_of_implicit_task);
    break;
  case Task::Kind::implicit:
    right = shown == ompt_task_implicit && !(e.flags & never_of_implicit_task);
    break;
  case Task::Kind::explicit_:
    right = shown == ompt_task_explicit && !(e.flags & properties & ~task.flags);
    break;
  default: {
    const u32 own = task.kind == Task::Kind::target ? ompt_task_target : ompt_task_taskwait;
    right = (shown & (own | ompt_task_explicit)) && !(shown & ~(own | ompt_task_explicit)) &&
            !(e.flags & properties & ~task.flags);
  }
  }
  // Some runtimes build a league from implicit tasks, and report so.
  if (!may_be_of_league(task))
    judge.require(right, [&] {
      return task_info_flags::other_flags{.flags = e.flags,
                                          .task = task.id,
                                          .level = e.level,
                                          .asked = where_asked(e.asked),
                                          .begun = task.flags}
          .why("the task began here", task.created);
    });
}

// A team's initial task. A runtime that reports no regions reveals no leagues.
bool Info::may_be_of_league(const Shot &task) const {
  return task.kind == Task::Kind::initial &&
         (task.parallel || !judge.promised(ompt_callback_parallel_begin));
}

void Info::judge_task(const Here &here, const event::probe_task &e, const Shot &task, bool late) {
  judge_flags(e, task);
  const bool of_league = may_be_of_league(task);
  judge.require(e.frame.address != 0,
                [&] { return task_info_frame::no_frame{.task = task.id, .level = e.level}; });
  // The region is over if its members are late, and its word may belong to another region now.
  const Parallel *region = task.parallel ? world.parallels.find(task.parallel) : nullptr;
  // A runtime that wraps the league's body in a region shows the team of the league.
  const bool league = region && world.wraps_team(*region, e.parallel);
  // The number of a member that has ended may be unknown.
  const bool ends = e.level == 0 && e.asked == event::implicit_task::event_code && of(here).ends;
  if (!of_league && !ends && !league && judge.promised(ompt_callback_parallel_begin))
    judge_thread_num(here, e, task);
  if (task.kind == Task::Kind::initial) {
    // A team's initial task may show its league, even a league without a begin.
    if (task.parallel ? e.parallel.id == task.parallel
                      : of_league || (here.thread.entered.size() > 1 && e.level == 0))
      return;
    // If it were a region, it would be the region around the program, whose word no tool has seen,
    // or the region that begins. Outer levels are judged only from the program (docs/readings.md).
    const bool unseen = !e.parallel.ours() && e.parallel.value == 0;
    const bool steady =
        e.level ? e.asked == event::note::event_code : e.asked != event::parallel_begin::event_code;
    if (steady)
      judge.require(unseen, [&] {
        return task_info_parallel::initial_region{.parallel = e.parallel,
                                                  .task = task.id,
                                                  .level = e.level,
                                                  .asked = where_asked(e.asked)}
            .why("the task began here", task.created);
      });
    judge.require(e.parallel.null(), [&] {
      return task_info_initial_parallel_null::another_region{
          .parallel = e.parallel, .task = task.id, .level = e.level, .asked = where_asked(e.asked)}
          .why("the task began here", task.created);
    });
    return;
  }
  // A thread outside the team (a runtime's helper thread) executes target tasks: the specification
  // does not say which region it shows.
  if (task.kind == Task::Kind::target && !member_of(here, task.parallel))
    return;
  if (task.parallel && (late || !region || region->ended))
    return;
  if (league) {
    judge.held(rule::task_info_parallel);
    return;
  }
  judge.require(
      rule::task_info_parallel, region ? e.parallel.id == region->id : !e.parallel.ours(), [&] {
        auto message =
            region ? Message(task_info_parallel::another_region{.parallel = e.parallel,
                                                                .task = task.id,
                                                                .level = e.level,
                                                                .asked = where_asked(e.asked),
                                                                .expected = region->id})
                   : Message(task_info_parallel::unannounced_region{.parallel = e.parallel,
                                                                    .task = task.id,
                                                                    .level = e.level,
                                                                    .asked = where_asked(e.asked)});
        message.why("the task began here", task.created);
        if (region)
          message.why("its region began here", region->begin);
        return message;
      });
}

void Info::first_level(const Here &here, const event::probe_task &e, PerThread &t) {
  const Shot due = Shot::of(here.thread.current);
  if (!due.id || t.late)
    return;
  const Parallel *begun = t.region ? world.parallels.find(t.region) : nullptr;
  const Rule rule = context_rule(e.asked, begun && begun->league);
  if (e.result == 1 && e.asked == event::implicit_task::event_code) // it begins
    return;
  // A reported target task may be the current one, or may be indistinguishable from it.
  const bool right = e.result == 2 && e.task.id == due.id;
  if (right && rule != rule::task_info_current)
    judge.held(rule::task_info_current);
  if (e.result == 2 && !e.task.ours()) {
    judge.violated([&] {
      return task_info_data::another_task{
          .task = e.task, .asked = where_asked(e.asked), .due = due.id}
          .why("the task began here", due.created);
    });
    return;
  }
  // An undeferred task may be current already at its creation (docs/readings.md).
  if (const Task *child = world.tasks.find(here.thread.just_created);
      !right && child && e.asked == event::task_create::event_code && e.task.id == child->id &&
      child->has_flag(ompt_task_undeferred)) {
    judge.held(rule);
    judge_flags(e, Shot::of(child));
    t.level = Shot::of(child);
    t.level.scheduled_from = due.id; // that of which it is generated, which waits for it
    t.named = t.unbegun = true;
    return;
  }
  judge.require(rule, right, [&] {
    const std::string asked = where_asked(e.asked);
    auto message =
        e.result == 2
            ? Message(shared::another_current{.task = e.task, .asked = asked, .expected = due.id})
            : Message(
                  shared::no_current_task{.result = e.result, .asked = asked, .expected = due.id});
    return message.why("the task began here", due.created);
  });
  if (!right)
    return;
  judge.held(rule::task_info_data);
  t.level = due;
  t.named = true;
  judge_task(here, e, due, t.late);
}

// At a task switch, and at the end of a region or an implicit task, the answer may describe the
// task before or the task after, but no third task.
void Info::at_switch(const event::probe_task &e, PerThread &t) {
  if (e.result != 2 || !t.prior || !t.next)
    return;
  const bool either = e.task.id == t.prior || e.task.id == t.next;
  const Rule rule = !e.task.ours()                                ? rule::task_info_data
                    : e.asked == event::task_schedule::event_code ? rule::task_schedule_context
                                                                  : rule::task_info_current;
  judge.require(rule, either, [&]() -> Message {
    const std::string asked = where_asked(e.asked);
    if (t.prior == t.next)
      return shared::another_current{.task = e.task, .asked = asked, .expected = t.prior};
    return shared::neither_current{
        .task = e.task, .asked = asked, .prior = t.prior, .next = t.next};
  });
  if (!either)
    return;
  if (e.task.id == t.before.id && e.asked == event::implicit_task::event_code) {
    t.level = t.before;
    t.named = true;
  } else if (e.task.id == t.before.id)
    judge_flags(e, t.before);
  else if (const Task *task = world.task(e.task))
    judge_flags(e, Shot::of(task));
}

// The end of an implicit task: the answer describes that task or the task below it.
void Info::at_end(const Here &here, const event::probe_task &e, PerThread &t) {
  t.prior = t.before.id;
  t.next = here.thread.current ? here.thread.current->id : t.prior;
  at_switch(e, t);
  // The runtime may no longer show its region. The tasks around it do not switch.
  if (t.named)
    judge_task(here, e, t.level, e.parallel.null());
}

void Info::outer_level(const Here &here, const event::probe_task &e, PerThread &t) {
  judge.require(e.result != 1,
                [&] { return task_info_available_above_0::above_zero{.level = e.level}; });
  if (!t.named)
    return;
  const Shot inner = t.level;
  t.named = t.unbegun = false;
  if (inner.flags & ompt_task_untied) // may have been moved to another stack in the meantime
    return;
  // The possible next levels outwards: the task that generated or encountered this one, and the
  // task below it here. An implicit task that has just ended has left its place.
  u32 below = inner.kind == Task::Kind::implicit ? inner.parent : inner.scheduled_from;
  const bool outermost = inner.kind == Task::Kind::initial && !inner.parallel && !inner.parent;
  for (const auto &place : here.thread.entered)
    if (place.task == inner.id)
      below = place.suspended;
  const bool none = outermost || (!below && !inner.parent);
  if (e.result == 1) {
    // From 6.0 on, this is wrong at every level.
    const bool said = judge.applies(rule::task_info_available_above_0);
    if (outermost && !said)
      judge.violated([&] {
        return task_info_beyond::beyond{
            .level = e.level, .asked = where_asked(e.asked), .inner = inner.id}
            .why("the initial task began here", inner.created);
      });
    return;
  }
  if (e.result == 0) {
    // A stack may end where the task below is on another thread's stack.
    const bool here_below =
        below && world.tasks.find(below) && world.tasks.find(below)->thread == here.thread.number;
    const Rule rule = none && !here_below ? rule::task_info_beyond : rule::task_info_ancestors;
    judge.require(rule, !here_below, [&] {
      return shared::task_missing{
          .level = e.level, .asked = where_asked(e.asked), .around = below, .inner = inner.id}
          .why("the inner task began here", inner.created);
    });
    return;
  }
  if (none) {
    judge.require(inner.kind != Task::Kind::initial, [&] {
      return task_info_beyond::beyond_returned{.result = e.result,
                                               .task = e.task,
                                               .level = e.level,
                                               .asked = where_asked(e.asked),
                                               .inner = inner.id}
          .why("the initial task began here", inner.created);
    });
    return;
  }
  const bool known = e.task.ours() && (e.task.id == below || e.task.id == inner.parent);
  const Rule rule = e.task.ours() ? rule::task_info_ancestors : rule::task_info_data;
  judge.require(rule, known, [&] {
    return shared::another_around{.task = e.task,
                                  .level = e.level,
                                  .asked = where_asked(e.asked),
                                  .inner = inner.id,
                                  .parent = below ? below : inner.parent}
        .why("the inner task began here", inner.created);
  });
  if (!known)
    return;
  const Task *task = world.tasks.find(e.task.id);
  if (!task)
    return;
  t.level = Shot::of(task);
  t.named = true;
  judge_task(here, e, t.level, t.late);
}

void Info::on(const Here &here, const event::probe_task &e) {
  PerThread &t = of(here);
  const bool legal = judge.require(e.result >= 0 && e.result <= 2, [&] {
    return task_info_protocol::no_result{.result = e.result};
  });
  // The current task is known only if the runtime reports every switch.
  if (!legal || !judge.promised(ompt_callback_implicit_task) ||
      !judge.promised(ompt_callback_task_schedule)) {
    t.named = false;
    return;
  }
  // In a callback that changes the current task, the runtime is between two answers: the
  // specification fixes its answer only where a region or an implicit task begins
  // (docs/readings.md).
  const bool fixed =
      !between_tasks(e.asked) || (e.asked == event::implicit_task::event_code && !t.ends);
  // The runtime may show one task or another here, but the task that it shows must have a word.
  const bool judged = (e.level == 0 ? fixed : t.named) && !t.late;
  if (!judged)
    judge.require(e.result != 2 || !e.task.null(), [&] {
      return task_info_data::no_data{.level = e.level, .asked = where_asked(e.asked)};
    });
  if (e.level == 0) {
    t.named = t.unbegun = false;
    if (fixed)
      first_level(here, e, t);
    else if (e.asked == event::task_schedule::event_code ||
             e.asked == event::parallel_end::event_code)
      at_switch(e, t);
    else if (e.asked == event::implicit_task::event_code && !t.late)
      at_end(here, e, t);
  } else if (fixed || t.named) {
    outer_level(here, e, t);
  }
}

} // namespace cts
