#include "validator/machines/host/barriers.h"

#include "rules/implicit_tasks.h"
#include "rules/sync.h"

namespace cts {

namespace {

constexpr TransitionTable<Closing, ClosingStep> closing_table{closing_rows};

constexpr u8 null_end = 0x80; // beside the kind of the last barrier: its end had no parallel_data

} // namespace

bool may_be_closing(const Task &task) {
  const u32 last = task.barriers.last & ~u32{null_end};
  return closing_of(task) != Closing::ahead || last == ompt_sync_region_barrier ||
         last == ompt_sync_region_barrier_implicit;
}

std::string closing_diagram() {
  return diagram(
      closing_rows, std::array<std::string_view, 3>{"ahead", "open", "passed"},
      std::array<std::string_view, 3>{"barrier begin", "barrier end", "implicit-task end"});
}

void Barriers::step(const Here &here, Task &task, ClosingStep trigger) {
  const auto &step = closing_table(closing_of(task), trigger);
  if (!step.legal)
    judge.violated(step.violated, [&] {
      using namespace barrier_closing_once;
      const bool begun = task.closing_begin.valid();
      return (trigger == ClosingStep::begin ? Message(second{.task = task.id})
              : closing_of(task) == Closing::open
                  ? Message(implicit_task_end_after_barrier_end::inside_barrier{.task = task.id})
                  : Message(not_passed{.task = task.id}))
          .why(begun ? "that barrier began here" : "the task began here",
               begun ? task.closing_begin : task.created);
    });
  task.closing = static_cast<u8>(step.to);
  if (trigger == ClosingStep::begin)
    task.closing_begin = here.ref;
}

void Barriers::begins(const Here &here, Task &task, u32 kind, bool named) {
  if (is_barrier(kind))
    task.barriers.last = static_cast<u8>(kind);
  if (kind == ompt_sync_region_barrier_implementation)
    judge.held(rule::barrier_implementation_kind);
  // machines/host/sync reports a thread whose event names another task than its current one.
  if (kind == ompt_sync_region_barrier_teams && named)
    judge.require(task.kind == Task::Kind::initial, [&] {
      return barrier_teams_kind::no_initial_task{.task = task.id}.why("the task began here",
                                                                      task.created);
    });
  if (task.kind != Task::Kind::implicit)
    return;
  // Compilers leave only the barrier to the runtime if compiled code executes the construct.
  if (kind == ompt_sync_region_barrier_implicit_workshare && judge.promised(ompt_callback_work))
    judge.require(task.team.worksharings != 0, [&] {
      return barrier_implicit_workshare_kind::no_construct{.task = task.id}
          .why("the task began here", task.created)
          .as_remark();
    });
  if (kind != ompt_sync_region_barrier_implicit_parallel)
    return;
  judge.held(rule::barrier_begin_inside_implicit_task);
  judge.held(rule::barrier_implicit_parallel_kind);
  step(here, task, ClosingStep::begin);
}

// The end of the closing barrier has NULL: the team may be gone.
void Barriers::judge_parallel_of_end(const Task &task, const event::sync_region &e) {
  switch (e.kind) {
  case ompt_sync_region_barrier_implicit_parallel:
    if (task.parallel == 0)
      return;
    judge.require(e.parallel.null(), [&] {
      return sync_barrier_end_null::another_region{.parallel = e.parallel, .closed = task.parallel}
          .why("the barrier began here", task.closing_begin);
    });
    return;
  case ompt_sync_region_barrier:
  case ompt_sync_region_barrier_implicit:
  case ompt_sync_region_barrier_implementation:
  case ompt_sync_region_barrier_teams:
    // Any of these kinds may be the closing barrier.
    if (e.parallel.null())
      return;
    break;
  default:
    break;
  }
  // The region of an explicit task is known only if implicit tasks are reported.
  if (task.parallel == 0 && !judge.promised(ompt_callback_implicit_task))
    return;
  judge.require(world.names_region_of(task, e.parallel), [&] {
    return sync_parallel_data::another_region{
        .parallel = e.parallel, .kind = e.kind, .task = task.id, .inside = task.parallel}
        .why("the task was created here", task.created);
  });
}

void Barriers::ends(const Here &here, Task &task, const event::sync_region &e) {
  if (judge.promised(ompt_callback_parallel_begin))
    judge_parallel_of_end(task, e);
  if (!is_barrier(e.kind))
    return;
  task.barriers.last = static_cast<u8>(e.kind | (e.parallel.null() ? null_end : 0));
  if (e.kind == ompt_sync_region_barrier_implicit_parallel && task.kind == Task::Kind::implicit)
    step(here, task, ClosingStep::end);
}

void Barriers::on(const Here &here, const event::implicit_task &e) {
  if (e.endpoint != endpoint_end || !judge.promised(ompt_callback_sync_region))
    return;
  Task *task = world.task(e.task);
  if (!task || task->kind != Task::Kind::implicit)
    return;
  const Parallel *region = world.region_of(*task);
  if (!region || region->league)
    return;
  if (closing_of(*task) == Closing::ahead) {
    // A region of one thread may have none, cancellation leaves a region by a jump, and other kinds
    // may replace it.
    const u32 last = task->barriers.last & ~u32{null_end};
    const bool legacy =
        last == ompt_sync_region_barrier || last == ompt_sync_region_barrier_implicit;
    if (legacy && (task->barriers.last & null_end)) {
      judge.require(judge.profile() < version::v51, [&] {
        return barrier_implicit_parallel_kind::another_kind{.region = region->id, .last = last};
      });
    }
    if (region->actual < 2 || legacy || last == ompt_sync_region_barrier_implementation ||
        region->cancelled || !judge.tells_cancellation() || world.wraps_team(*region))
      return;
  } else if (closing_of(*task) == Closing::passed) {
    judge.held(rule::barrier_closing_once);
    judge.held(rule::implicit_task_end_after_barrier_end);
  }
  step(here, *task, ClosingStep::task_end);
}

} // namespace cts
