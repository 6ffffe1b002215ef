#include "validator/machines/host/dispatch.h"

#include "rules/dispatch.h"
#include "rules/taskloop.h"

namespace cts {

namespace {

constexpr TransitionTable<WorkState, WorkStep> work_table{work_rows};

// Whether a region of this type may dispatch this kind. If sections run as a loop, the loop
// dispatches chunks.
bool fits(u32 kind, u32 type) {
  switch (kind) {
  case ompt_dispatch_section:
    return type == ompt_work_sections;
  case ompt_dispatch_distribute_chunk:
    return type == ompt_work_distribute;
  case ompt_dispatch_ws_loop_chunk:
    return is_loop(type);
  case ompt_dispatch_iteration:
    return is_loop(type) || type == ompt_work_distribute || type == ompt_work_taskloop;
  default:
    return true;
  }
}

} // namespace

void Dispatch::on(const Here &here, const event::dispatch &e) {
  const standing s = standing_in(enum_kind::dispatch, e.kind, judge.profile());
  judge.require(s == standing::valid || s == standing::deprecated || s == standing::not_yet,
                [&] { return dispatch_kind_in_enum::no_kind{.kind = e.kind}; });
  Task *task = regions_.subject(here, e.task, rule::dispatch_parallel_task);
  if (!task)
    return;
  regions_.judge_parallel(*task, e.parallel, rule::dispatch_parallel_task);
  if (e.kind == ompt_dispatch_section)
    judge.require(e.instance != 0, [&] { return sections_dispatch_ptr::null{}; });
  if (is_chunk(e.kind)) {
    // The structure holds the first iteration and the number of iterations.
    const Rule rule = e.kind == ompt_dispatch_taskloop_chunk     ? rule::taskloop_dispatch
                      : e.kind == ompt_dispatch_distribute_chunk ? rule::distribute_chunk
                                                                 : rule::loop_dispatch_chunk;
    const bool address = e.chunk.size() == 2 && e.instance;
    const bool chunk = judge.require(rule, address && e.chunk[1] != 0, [&]() -> Message {
      if (address)
        return shared::chunk_without_iterations{};
      return shared::no_chunk_address{};
    });
    if (!chunk)
      return;
  }
  if (e.kind == ompt_dispatch_taskloop_chunk) {
    // Explicit tasks execute a taskloop; 5.0 can be read to mean the encountering task.
    judge.require(task->kind == Task::Kind::explicit_ || judge.profile() == version::v50,
                  [&] { return taskloop_dispatch::no_explicit_task{.task = task->id}; });
    judge_taskloop_chunk(e, *task);
    return;
  }
  // An iteration may belong to a taskloop, in the explicit task that executes it.
  if (e.kind == ompt_dispatch_iteration && task->kind == Task::Kind::explicit_) {
    if (auto *loop = work_.taskloop(task->taskloop))
      ++loop->singly;
    return;
  }
  if (!judge.promised(ompt_callback_work))
    return;
  const std::size_t index = task->innermost(ompt_callback_work);
  OpenRegion *region = index == Task::none ? nullptr : &task->regions[index];
  const bool inside = region && fits(e.kind, region->kind);
  const auto &step =
      work_table(inside ? WorkState::inside : WorkState::outside, WorkStep::dispatch);
  judge.require(rule::loop_dispatch_between, step.legal, [&] {
    auto message = loop_dispatch_between::no_region{.kind = e.kind, .task = task->id}.said();
    if (region)
      message.why(
          fmt::format("the innermost work region is {}", render(enum_kind::work, region->kind)),
          region->begin);
    return message;
  });
  if (!inside)
    return;
  Dispatches &got = region->work.got;
  got.singly += e.kind == ompt_dispatch_iteration;
  if (auto *loop = region->kind == ompt_work_taskloop ? work_.taskloop(region->position) : nullptr)
    ++loop->singly;
  got.sections += e.kind == ompt_dispatch_section;
  if (is_chunk(e.kind)) {
    ++got.chunks;
    add_iterations(got.iterations, e.chunk[1]);
    judge_chunk(e, *task, *region);
  }
}

void Dispatch::judge_taskloop_chunk(const event::dispatch &e, const Task &task) {
  // Merged tasks are part of the task that met the construct, and 5.0 can be read to mean that
  // task.
  const std::size_t met = task.innermost(ompt_callback_work, ompt_work_taskloop);
  const bool of_taskloop = task.taskloop || met != Task::none;
  // Otherwise the task's taskloop is unknown.
  const bool told =
      judge.promised(ompt_callback_work) && judge.promised(ompt_callback_task_create) &&
      judge.promised(ompt_callback_task_schedule) && judge.promised(ompt_callback_implicit_task);
  if (told)
    judge.require(rule::taskloop_dispatch, of_taskloop, [&] {
      return taskloop_dispatch::no_taskloop{.task = task.id}.why("the task was created here",
                                                                 task.created);
    });
  auto *loop = work_.taskloop(met == Task::none ? task.taskloop : task.regions[met].position);
  if (!loop)
    return;
  add_iterations(loop->dispatched, e.chunk[1]);
  const bool enough = judge.require(loop->dispatched <= loop->count, [&] {
    return taskloop_dispatch::another_count{.count = loop->count, .dispatched = loop->dispatched}
        .why("the taskloop began here", loop->begin);
  });
  // Only the first iteration of a chunk is known, because the chunk need not be contiguous; its
  // number may be the variable's value, which increases by any step.
  constexpr u64 any = ~u64{0};
  if (enough)
    judge_apart(rule::taskloop_dispatch, task, {e.chunk[0], 1}, loop->chunks, any, loop->begin);
}

// The loop of a distribute parallel for has a part of the iterations, possibly with the numbers of
// the whole region.
bool Dispatch::inside_distribute(const Task &task) const {
  const Parallel *region = world.region_of(task);
  const Task *outer = region ? world.tasks.find(region->encountering_task) : nullptr;
  return outer && outer->innermost(ompt_callback_work, ompt_work_distribute) != Task::none;
}

void Dispatch::judge_chunk(const event::dispatch &e, const Task &task, const OpenRegion &region) {
  const u64 first = e.chunk[0], iterations = e.chunk[1];
  const bool loop = e.kind == ompt_dispatch_ws_loop_chunk;
  const Rule rule = loop ? rule::loop_dispatch_chunk : rule::distribute_chunk;
  // No text gives the first iteration of a loop a number.
  const bool within = judge.require(rule, iterations <= region.count, [&] {
    return shared::too_many_iterations{
        .task = task.id, .iterations = iterations, .kind = region.kind, .count = region.count}
        .why("it began here", region.begin);
  });
  if (!within)
    return;
  if (loop)
    teams_.chunk(task, region.position, {first, iterations, inside_distribute(task)});
  else
    judge_league_chunk(e, task, region);
}

// The teams of a league share the iterations of its distribute regions.
void Dispatch::judge_league_chunk(const event::dispatch &e, const Task &task,
                                  const OpenRegion &region) {
  auto *loop = work_.distribute(task, region.position);
  if (!loop)
    return;
  add_iterations(loop->dispatched, e.chunk[1]);
  const bool enough = judge.require(loop->dispatched <= region.count, [&] {
    return distribute_chunk::too_many{.dispatched = loop->dispatched, .count = region.count}.why(
        "it began here in the last of them", region.begin);
  });
  if (enough)
    judge_apart(rule::distribute_chunk, task, {e.chunk[0], e.chunk[1]}, loop->chunks, region.count,
                loop->first);
}

// The chunks of one loop are disjoint parts of its iteration space.
void Dispatch::judge_apart(Rule rule, const Task &task, Teams::Chunk chunk,
                           DispatchedIterations &chunks, u64 count, EventRef begin) {
  if (chunks.given_up())
    return;
  const auto added = chunks.add(chunk.first, chunk.iterations);
  const bool apart = judge.require(rule, added != DispatchedIterations::Added::overlaps, [&] {
    return shared::iterations_twice{
        .task = task.id, .first = chunk.first, .last = chunk.first + chunk.iterations - 1}
        .why("the loop began here", begin);
  });
  const u64 reach = chunks.reach();
  const bool within = judge.require(rule, reach <= count, [&] {
    return shared::iterations_beyond{.task = task.id,
                                     .iterations = chunk.iterations,
                                     .first = chunk.first,
                                     .count = count,
                                     .usual = chunks.usual(),
                                     .beyond = reach - count}
        .why("the loop began here", begin);
  });
  if (!apart || !within || added == DispatchedIterations::Added::forgotten)
    chunks.give_up();
}

} // namespace cts
