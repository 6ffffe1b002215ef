#include "validator/machines/host/implicit_tasks.h"

#include "rules/general.h"
#include "rules/implicit_tasks.h"
#include "rules/parallel.h"
#include "rules/schedule.h"
#include "rules/tasks.h"
#include "rules/teams.h"
#include "rules/threads.h"
#include "validator/machines/host/parallel.h"

namespace cts {

void ImplicitTasks::on(const Here &here, const event::implicit_task &e) {
  judge.require(e.endpoint == endpoint_begin || e.endpoint == endpoint_end, [&] {
    return endpoint_in_enum::no_endpoint{.event = here.code, .endpoint = e.endpoint};
  });
  const u32 unknown = e.flags & ~bits_of_some_version(enum_kind::task_flag, judge.profile());
  judge.require(unknown == 0, [&] {
    return task_flags_range::unknown_bits{.event = here.code, .bits = unknown};
  });
  if (e.endpoint == endpoint_begin)
    begin(here, e);
  else if (e.endpoint == endpoint_end)
    end(here, e);
}

// An initial task that task-create reported begins with the word of that task-create.
bool ImplicitTasks::announced(const event::implicit_task &e) {
  const u64 word = e.task.value;
  const Task *before =
      is_identifier_word(word) ? world.tasks.find(static_cast<u32>(word)) : nullptr;
  const bool same = before && before->announces_initial() && before->address == e.task.address;
  if (same)
    world.tasks.erase(before->id);
  return same;
}

void ImplicitTasks::judge_program_initial(const event::implicit_task &e) {
  const bool none = !e.task.null() && (e.task.value == 0 || announced(e));
  judge.require(rule::initial_task_data_none, none, [&] {
    return not_new(e.task, {"task_data", "the beginning of an initial task", "initial task"});
  });
  judge.require(e.actual_parallelism == 1, [&] {
    return initial_task_actual_parallelism_1::another_size{.actual = e.actual_parallelism};
  });
  judge.require(e.index == 1,
                [&] { return initial_task_index_1::another_index{.index = e.index}; });
}

void ImplicitTasks::judge_member(const Here &here, const event::implicit_task &e,
                                 Parallel *region) {
  const bool initial = e.flags & ompt_task_initial;
  const bool implicit = e.flags & ompt_task_implicit;
  judge.require(rule::implicit_task_begin_data_none, is_new(e.task), [&] {
    return not_new(e.task, {"task_data", "implicit-task-begin", "implicit task"});
  });
  if (judge.promised(ompt_callback_parallel_begin)) {
    const Rule announced = initial ? rule::teams_begin_before_initial_tasks
                                   : rule::parallel_begin_before_implicit_tasks;
    judge.require(announced, !(e.parallel.foreign() && e.parallel.value == 0),
                  [&] { return shared::region_not_begun{}; });
    const bool kept = !(e.parallel.foreign() && e.parallel.value != 0);
    judge.require(kept,
                  [&] { return parallel_data_persistent::another_region{.parallel = e.parallel}; });
    const bool open = region && !region->ended;
    judge.require(rule::implicit_task_begin_parallel_data, open, [&] {
      auto message = implicit_task_begin_parallel_data::no_region{.parallel = e.parallel}.said();
      if (region)
        message.why("the region began here", region->begin);
      return message;
    });
  }
  if (!region)
    return;
  if (region->league) {
    const bool right = initial && (implicit || judge.profile() < version::v60) &&
                       !(e.flags & never_of_implicit_task);
    judge.require(right, [&] {
      return teams_flags_initial::begin_flags{.flags = e.flags}.why("the league began here",
                                                                    region->begin);
    });
  } else
    judge.require(implicit && !initial && !(e.flags & never_of_implicit_task), [&] {
      return implicit_task_begin_flags::begin_flags{.flags = e.flags}.why("its region began here",
                                                                          region->begin);
    });
  const Rule actual =
      region->league ? rule::teams_initial_task_per_team : rule::implicit_task_begin_actual;
  const bool agrees =
      e.actual_parallelism >= 1 && (region->actual == 0 || region->actual == e.actual_parallelism);
  judge.require(actual, agrees, [&] {
    return shared::another_team_size{
        .region = region->id, .actual = e.actual_parallelism, .other = region->actual}
        .why("the region began here", region->begin);
  });
  if (region->actual == 0)
    region->actual = e.actual_parallelism;
  const Rule index =
      region->league ? rule::teams_initial_task_per_team : rule::implicit_task_begin_one_per_index;
  const bool seen = e.index < region->implicit_tasks.index_seen.size() &&
                    region->implicit_tasks.index_seen[e.index];
  judge.require(index, e.index < region->actual && !seen, [&] {
    return (seen ? Message(shared::index_twice{.region = region->id, .index = e.index})
                 : Message(shared::index_beyond{
                       .region = region->id, .index = e.index, .actual = region->actual}))
        .why("the region began here", region->begin);
  });
  if (e.index < region->actual && e.index < stream_limit) {
    if (region->implicit_tasks.index_seen.size() <= e.index)
      region->implicit_tasks.index_seen.resize(e.index + 1);
    region->implicit_tasks.index_seen[e.index] = true;
  }
  if (!region->league)
    judge.require((e.index == 0) == (here.thread.number == region->thread), [&] {
      return implicit_task_begin_primary_index_0::on_another_thread{.thread = here.thread.number,
                                                                    .index = e.index,
                                                                    .region = region->id,
                                                                    .encountered = region->thread}
          .why("the region began here", region->begin);
    });
}

// Whether the thread's current task has encountered an open league. Then an initial task that
// begins here belongs to a team, whatever region it names.
bool ImplicitTasks::inside_league(const Thread &thread) const {
  const Parallel *open =
      thread.current ? world.parallels.find(thread.current->open_parallel) : nullptr;
  return open && open->league && !open->ended;
}

void ImplicitTasks::begin(const Here &here, const event::implicit_task &e) {
  Thread &thread = here.thread;
  Parallel *region = world.parallel(e.parallel);
  const bool initial = e.flags & ompt_task_initial;
  const bool of_program = initial && !region && !e.parallel.ours() && !inside_league(thread);
  // At one nesting level a thread is in one implicit task: another one begins only inside a region
  // that the current task has encountered.
  if (const Task *top =
          thread.entered.empty() ? nullptr : world.tasks.find(thread.entered.back().task)) {
    const bool inside = of_program || inside_league(thread) ||
                        (region && region->thread == thread.number && thread.current &&
                         region->encountering_task == thread.current->id);
    if (judge.promised(ompt_callback_parallel_begin) && judge.promised(ompt_callback_task_create) &&
        judge.promised(ompt_callback_task_schedule))
      judge.require(inside, [&] {
        return implicit_task_end_paired::not_ended{.thread = thread.number, .task = top->id}.why(
            "that task began here", top->created);
      });
  }
  if (of_program) {
    judge_program_initial(e);
    const bool flags = judge.profile() < version::v60 || (e.flags & ompt_task_implicit);
    const bool odd = e.flags & never_of_implicit_task;
    judge.require(rule::initial_task_flags, flags && !odd, [&]() -> Message {
      if (flags)
        return initial_task_flags::begin_flags{.flags = e.flags};
      return initial_task_flags::not_both_bits{.flags = e.flags};
    });
  } else {
    judge_member(here, e, region);
    if (!region && inside_league(thread)) // continue as if it named the region
      region = world.parallels.find(thread.current->open_parallel);
  }
  if (!e.task.ours())
    return;
  Task &task = world.tasks[e.task.id];
  task.address = e.task.address;
  task.kind = initial ? Task::Kind::initial : Task::Kind::implicit;
  task.state = Task::State::running;
  task.flags = e.flags;
  task.parallel = region ? region->id : 0;
  task.parent = region ? region->encountering_task : 0;
  const Task *met = world.tasks.find(task.parent);
  task.contention_group = initial ? task.id : met ? met->contention_group : 0;
  task.thread = thread.number;
  task.created = task.last = here.ref;
  task.index = e.index;
  task.actual = e.actual_parallelism;
  if (region)
    ++region->begun;
  thread.entered.push_back({task.id, thread.current ? thread.current->id : 0, initial});
  thread.current = &task;
  threads_.executes(here, task);
}

void ImplicitTasks::judge_end_arguments(const event::implicit_task &e, const Task &task) {
  const Parallel *region = world.region_of(task);
  const bool initial = task.kind == Task::Kind::initial;
  const Rule zero = !initial ? rule::implicit_task_end_actual_0
                    : region ? rule::teams_end_parallelism_0
                             : rule::initial_task_end_parallelism_0;
  judge.require(zero, e.actual_parallelism == 0, [&] {
    const u32 actual = e.actual_parallelism;
    return (actual == task.actual
                ? Message(shared::team_size_at_end{.task = task.id, .actual = actual})
                : Message(shared::odd_size_at_end{.task = task.id, .actual = actual}))
        .why("the task began here", task.created);
  });
  const Rule null = !initial ? rule::implicit_task_end_parallel_null
                    : region ? rule::teams_end_null
                             : rule::initial_task_end_parallel_data;
  judge.require(null, e.parallel.null(), [&] {
    return shared::region_at_end{.task = task.id, .parallel = e.parallel}.why("the task began here",
                                                                              task.created);
  });
  // The program's initial task may end with 0, although it began with 1.
  const bool lenient = initial && !region && e.index == 0;
  judge.require(e.index == task.index || lenient, [&] {
    return implicit_task_end_index::another_index{
        .task = task.id, .index = e.index, .begun = task.index}
        .why("the task began here", task.created);
  });
  const u32 kind = ompt_task_initial | (initial ? 0u : u32{ompt_task_implicit});
  const Rule flags = !initial ? rule::implicit_task_end_flags
                     : region ? rule::teams_flags_initial
                              : rule::initial_task_flags;
  // Another rule has reported an index that is wrong from the begin on.
  const u32 wrong = e.flags & never_of_implicit_task & ~task.flags;
  judge.require(flags, (e.flags & kind) == (task.flags & kind) && !wrong, [&] {
    return shared::flags_at_end{.task = task.id, .flags = e.flags, .begun = task.flags}.why(
        "the task began here", task.created);
  });
}

void ImplicitTasks::end(const Here &here, const event::implicit_task &e) {
  Thread &thread = here.thread;
  Task *task = world.task(e.task);
  const bool implicit_kind =
      task && (task->kind == Task::Kind::implicit || task->kind == Task::Kind::initial);
  Task *top = thread.entered.empty() ? nullptr : world.tasks.find(thread.entered.back().task);
  judge.require(rule::implicit_task_end_task_data, implicit_kind, [&] {
    auto message = implicit_task_end_task_data::not_begun{.task = e.task}.said();
    if (top)
      message.why("the implicit task that this thread is in began here", top->created);
    return message;
  });
  judge.require(implicit_kind, [&] { return implicit_task_end_paired::not_begun{}; });
  if (!implicit_kind)
    return;
  if (task->kind == Task::Kind::initial)
    judge.require(task->thread == thread.number, [&] {
      return initial_task_paired::another_thread{
          .task = task->id, .begun = task->thread, .thread = thread.number}
          .why("the task began here", task->created);
    });
  judge.require(task->thread == thread.number, [&] {
    return implicit_task_end_same_thread::another_thread{
        .task = task->id, .begun = task->thread, .thread = thread.number}
        .why("the task began here", task->created);
  });
  if (task->thread == thread.number) {
    judge.require(task == top, [&] {
      return implicit_task_end_paired::inner_task{.task = task->id, .inner = top ? top->id : 0}.why(
          "that task began here", top ? top->created : EventRef{});
    });
    if (task == top && judge.promised(ompt_callback_task_schedule))
      judge.require(thread.current == task, [&] {
        return task_schedule_balanced_return::inside_task{
            .task = task->id, .current = thread.current ? thread.current->id : 0}
            .why("that task became current here",
                 thread.current ? thread.current->last : EventRef{});
      });
  }
  judge_end_arguments(e, *task);
  Parallel *region = world.region_of(*task);
  if (region) {
    ++region->finished;
    if (region->thread == task->thread && (region->league || task->index == 0))
      region->own_member_ended = true;
  }
  // Leaves the task, and regions that are wrongly still open inside it.
  Thread &owner = world.thread(task->thread);
  for (std::size_t i = owner.entered.size(); i-- > 0;)
    if (owner.entered[i].task == task->id) {
      owner.current = world.tasks.find(owner.entered[i].suspended);
      owner.entered.resize(i);
      break;
    }
  world.tasks.erase(task->id);
  if (region)
    forget_if_over(world, *region);
}

} // namespace cts
