#include "validator/machines/host/sync.h"

#include "rules/sync.h"
#include "rules/tasks.h"
#include "rules/work.h"

namespace cts {

namespace {

constexpr TransitionTable<SyncState, SyncStep> sync_table{sync_rows};
constexpr u8 sync_code = ompt_callback_sync_region;

} // namespace

std::string sync_diagram() {
  return diagram(
      sync_rows, std::array<std::string_view, 3>{"outside", "inside", "waiting"},
      std::array<std::string_view, 4>{"region begin", "wait begin", "wait end", "region end"});
}

void Sync::judge_kind(const Here &here, u32 kind) {
  const standing s = standing_in(enum_kind::sync_region, kind, judge.profile());
  // A newer runtime reports kinds of a later version under an old profile.
  const bool known = s == standing::valid || s == standing::deprecated || s == standing::not_yet;
  judge.require(known && kind != ompt_sync_region_reduction,
                [&] { return sync_kind_in_enum::no_kind{.event = here.code, .kind = kind}; });
}

void Sync::on(const Here &here, const event::sync_region &e) {
  if (!regions_.endpoint(here, e.endpoint))
    return;
  judge_kind(here, e.kind);
  if (e.endpoint == endpoint_begin)
    begin(here, e);
  else
    end(here, e);
}

void Sync::begin(const Here &here, const event::sync_region &e) {
  Task *task = regions_.subject(here, e.task, rule::sync_task_data);
  if (!task)
    return;
  regions_.judge_parallel(*task, e.parallel, rule::sync_parallel_data);
  if (is_team_barrier(e.kind) && e.kind != ompt_sync_region_barrier)
    judge.require(rule::sync_task_data, task->kind != Task::Kind::explicit_, [&] {
      return sync_task_data::explicit_task{.kind = e.kind, .task = task->id}.why(
          "the task was created here", task->created);
    });
  if (!judge.paired(sync_code))
    return;
  if (e.kind != ompt_sync_region_barrier_implementation) {
    // Another rule reports a second closing barrier.
    const bool closes_again = e.kind == ompt_sync_region_barrier_implicit_parallel;
    if (!closes_again || closing_of(*task) == Closing::ahead)
      regions_.acts(here, *task);
  }
  if (is_barrier(e.kind)) {
    // Strictly read, the barrier of a construct begins after the end of its work region.
    const std::size_t work = task->innermost(ompt_callback_work);
    const bool own = e.kind == ompt_sync_region_barrier_implicit_workshare ||
                     e.kind == ompt_sync_region_barrier_implicit_parallel;
    if (own) {
      const bool inside = work != Task::none && is_worksharing(task->regions[work].kind);
      // Reported once: a lost end would show at every later barrier.
      const bool said = inside && task->regions[work].waited;
      if (inside)
        task->regions[work].waited = true;
      judge.require(rule::work_end_before_barrier, !inside || said, [&] {
        return work_end_before_barrier::barrier_inside{.kind = e.kind,
                                                       .region = name_of(task->regions[work])}
            .why("the work region began here", task->regions[work].begin);
      });
    }
    barriers_.begins(here, *task, e.kind, e.task.id == task->id);
    if (is_team_barrier(e.kind) && task->kind == Task::Kind::implicit)
      teams_.barrier_begins(here, *task, e.kind);
  }
  OpenRegion &region = regions_.open(here, *task, e.kind, e.parallel);
  region.state = static_cast<u8>(SyncState::inside);
  if (e.kind == ompt_sync_region_taskgroup)
    task_sync_.group_begins(*task, region);
}

void Sync::end(const Here &here, const event::sync_region &e) {
  Task *task = regions_.subject_of_end(here, e.task, rule::sync_task_data, sync_code);
  if (!task || !judge.paired(sync_code))
    return;
  std::size_t index = task->innermost(sync_code, e.kind);
  const std::size_t other = task->innermost(sync_code);
  if (index == Task::none) {
    judge.violated(rule::sync_pair, [&]() -> Message {
      if (other == Task::none)
        return sync_pair::not_begun{.kind = e.kind, .task = task->id};
      return sync_pair::another_kind{
          .task = task->id, .begun = task->regions[other].kind, .kind = e.kind}
          .why("it began here", task->regions[other].begin);
    });
    teams_.out_of_step(*task);
    if (other == Task::none)
      return;
    index = other;
  }
  const OpenRegion region = task->regions[index];
  const auto &step = sync_table(static_cast<SyncState>(region.state), SyncStep::end);
  if (!step.legal)
    judge.violated(step.violated, [&] {
      return sync_wait_pair::ends_waiting{.kind = region.kind, .task = task->id}.why(
          "the region began here", region.begin);
    });
  regions_.close(here, *task, index);
  if (region.kind == e.kind)
    barriers_.ends(here, *task, e);
  if (is_team_barrier(region.kind) && task->kind == Task::Kind::implicit) {
    if (teams_.barrier_ends(here, *task))
      task_sync_.barrier_passed(here, *task);
    judge.held(rule::barrier_tasks_complete);
  } else if (region.kind == ompt_sync_region_taskwait) {
    task_sync_.taskwait_ends(here, *task, region);
  } else if (region.kind == ompt_sync_region_taskgroup) {
    task_sync_.group_ends(here, *task, region);
  }
}

void Sync::on(const Here &here, const event::sync_region_wait &e) {
  if (!regions_.endpoint(here, e.endpoint))
    return;
  judge_kind(here, e.kind);
  Task *task = regions_.subject_of_end(here, e.task, rule::sync_task_data, sync_code);
  if (!task)
    return;
  // At the closing barrier of a region either is right.
  if (e.kind == ompt_sync_region_barrier_implicit_parallel)
    judge.held(rule::sync_barrier_wait_null);
  const bool may_be_null = e.kind != ompt_sync_region_barrier_explicit &&
                           e.kind != ompt_sync_region_barrier_implicit_workshare &&
                           e.kind != ompt_sync_region_taskwait &&
                           e.kind != ompt_sync_region_taskgroup;
  if (!(may_be_null && e.parallel.null()))
    regions_.judge_parallel(*task, e.parallel, rule::sync_parallel_data);
  if (!judge.promised(ompt_callback_sync_region))
    return;
  const std::size_t index = task->innermost(sync_code);
  OpenRegion *region = index == Task::none ? nullptr : &task->regions[index];
  const bool begins = e.endpoint == endpoint_begin;
  const bool inside = region && region->kind == e.kind;
  judge.require(rule::sync_wait_inside, inside, [&] {
    auto message = sync_wait_inside::outside{.kind = e.kind,
                                             .does = begins ? "begins" : "ends",
                                             .task = task->id}
                       .said();
    if (region)
      message.why(
          fmt::format("the innermost one is {}", render(enum_kind::sync_region, region->kind)),
          region->begin);
    return message;
  });
  if (!region)
    return;
  const auto &step = sync_table(static_cast<SyncState>(region->state),
                                begins ? SyncStep::wait_begin : SyncStep::wait_end);
  judge.require(rule::sync_wait_pair, step.legal, [&] {
    using namespace sync_wait_pair;
    return (begins ? Message(waits_already{.task = task->id, .kind = region->kind})
                   : Message(not_waiting{.task = task->id, .kind = region->kind}))
        .why("the region began here", region->begin);
  });
  region->state = static_cast<u8>(step.to);
  if (begins) {
    region->waited = true;
    if (e.kind == ompt_sync_region_taskgroup)
      judge.held(rule::taskgroup_wait_at_end);
  }
}

void Sync::on(const Here &here, const event::dependences &e) {
  Task *task = world.task(e.task);
  if (!task || task->regions.empty())
    return;
  OpenRegion &region = task->regions.back();
  if (region.event == sync_code && region.kind == ompt_sync_region_taskwait)
    region.has_dependences = true;
  else
    return;
  // From 5.1 on a taskwait with depend clauses is a task, and has no region.
  if (judge.profile() >= version::v51 && !here.thread.just_created)
    judge.violated(rule::taskwait_init_create, [&] {
      return taskwait_init_create::in_region{.task = task->id}.why("the region began here",
                                                                   region.begin);
    });
}

} // namespace cts
