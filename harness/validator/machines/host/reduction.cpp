#include "validator/machines/host/reduction.h"

#include "rules/reduction.h"
#include "validator/machines/host/barriers.h"

namespace cts {

namespace {

constexpr TransitionTable<ReductionState, ReductionStep> reduction_table{reduction_rows};

} // namespace

std::string reduction_diagram() {
  return diagram(reduction_rows, std::array<std::string_view, 2>{"outside", "inside"},
                 std::array<std::string_view, 3>{"begin", "task schedule", "end"});
}

void Reductions::on(const Here &here, const event::reduction &e) {
  if (!regions_.endpoint(here, e.endpoint))
    return;
  judge.require(e.kind == ompt_sync_region_reduction,
                [&] { return reduction_pair::another_kind{.kind = e.kind}; });
  const bool begins = e.endpoint == endpoint_begin;
  Task *task = begins
                   ? regions_.subject(here, e.task, rule::reduction_task_context)
                   : regions_.subject_of_end(here, e.task, rule::reduction_task_context, here.code);
  if (!task)
    return;
  // During a combination inside the closing barrier of a region the team may be gone.
  const bool ahead =
      judge.promised(ompt_callback_sync_region) && closing_of(*task) == Closing::ahead;
  if (!e.parallel.null() || (task->parallel && ahead))
    regions_.judge_parallel(*task, e.parallel, rule::reduction_task_context);
  if (!judge.paired(here.code))
    return;
  const std::size_t index = task->innermost(here.code);
  const bool open = index != Task::none;
  const auto &step = reduction_table(open ? ReductionState::inside : ReductionState::outside,
                                     begins ? ReductionStep::begin : ReductionStep::end);
  if (!step.legal)
    judge.violated(step.violated, [&] { return reduction_pair::not_begun{.task = task->id}; });
  // Several reductions may each have a pair of events, one pair inside the other.
  if (begins) {
    regions_.open(here, *task, e.kind, e.parallel);
  } else if (open) {
    judge.held(rule::reduction_no_scheduling_point);
    regions_.close(here, *task, index);
  }
}

void Reductions::on(const Here &here, const event::task_schedule &e) {
  // A fulfilled event is no scheduling point of the fulfilling thread.
  if (e.prior_task_status == ompt_task_early_fulfill ||
      e.prior_task_status == ompt_task_late_fulfill ||
      e.prior_task_status == ompt_taskwait_complete)
    return;
  const Task *task = here.thread.current;
  if (!task || task->regions.empty())
    return;
  const std::size_t index = task->innermost(ompt_callback_reduction);
  if (index == Task::none)
    return;
  const auto &step = reduction_table(ReductionState::inside, ReductionStep::schedule);
  judge.require(step.violated, step.legal, [&] {
    return reduction_no_scheduling_point::switches{.thread = here.thread.number, .task = task->id}
        .why("the reduction began here", task->regions[index].begin);
  });
}

} // namespace cts
