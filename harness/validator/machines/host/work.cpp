#include "validator/machines/host/work.h"

#include "rules/dispatch.h"
#include "rules/taskloop.h"
#include "rules/work.h"

namespace cts {

namespace {

constexpr u8 work_code = ompt_callback_work;

// The innermost worksharing region that is open.
std::size_t open_worksharing(const Task &task) {
  for (std::size_t i = task.regions.size(); i-- > 0;)
    if (task.regions[i].event == work_code && is_worksharing(task.regions[i].kind))
      return i;
  return Task::none;
}

// The region that an end of this type closes: one of the same type, otherwise one of the same sort.
std::size_t region_to_end(const Task &task, u32 type) {
  const std::size_t same = task.innermost(work_code, type);
  if (same != Task::none)
    return same;
  for (std::size_t i = task.regions.size(); i-- > 0;) {
    const OpenRegion &region = task.regions[i];
    if (region.event == work_code &&
        ((is_loop(region.kind) && is_loop(type)) || (is_single(region.kind) && is_single(type))))
      return i;
  }
  return Task::none;
}

} // namespace

std::string work_diagram() {
  return diagram(work_rows, std::array<std::string_view, 2>{"outside", "inside"},
                 std::array<std::string_view, 3>{"begin", "dispatch", "end"});
}

void Work::judge_arguments(const event::work &e) {
  const standing s = standing_in(enum_kind::work, e.work_type, judge.profile());
  // A newer runtime reports types of a later version under an old profile.
  judge.require(s == standing::valid || s == standing::deprecated || s == standing::not_yet,
                [&] { return work_type_in_enum::no_type{.type = e.work_type}; });
  if (is_loop(e.work_type))
    judge.held(rule::loop_type_5_0);
  if (is_single(e.work_type)) {
    const bool right = e.count == 1 || (e.count == 0 && e.endpoint == endpoint_end);
    judge.require(rule::single_count_1, right, [&] {
      return single_count_1::another_count{.type = e.work_type, .count = e.count};
    });
  } else if (e.work_type == ompt_work_scope && e.endpoint == endpoint_begin) {
    judge.require(e.count == 1, [&] { return scope_type::has_count{.count = e.count}; });
  }
}

void Work::on(const Here &here, const event::work &e) {
  if (!regions_.endpoint(here, e.endpoint))
    return;
  judge_arguments(e);
  const bool begins = e.endpoint == endpoint_begin;
  Task *task = begins ? regions_.subject(here, e.task, rule::work_task_data)
                      : regions_.subject_of_end(here, e.task, rule::work_task_data, work_code);
  if (!task)
    return;
  regions_.judge_parallel(*task, e.parallel, rule::work_parallel_data);
  if (is_worksharing(e.work_type))
    judge.require(rule::work_task_data, task->kind != Task::Kind::explicit_, [&] {
      return work_task_data::explicit_task{.type = e.work_type, .task = task->id}.why(
          "the task was created here", task->created);
    });
  if (!judge.paired(work_code))
    return;
  if (begins)
    begin(here, e, *task);
  else
    end(here, e, *task);
}

void Work::begin(const Here &here, const event::work &e, Task &task) {
  if (is_worksharing(e.work_type)) {
    if (const std::size_t open = open_worksharing(task); open != Task::none) {
      const OpenRegion &region = task.regions[open];
      if (is_single(region.kind) && region.kind == e.work_type)
        judge.violated(rule::single_end_endpoint, [&] {
          return single_end_endpoint::begins_again{.type = region.kind, .task = task.id}.why(
              "it began here", region.begin);
        });
      regions_.lost_end(here, task, open, "the task begins another worksharing region");
    }
  }
  if (const std::size_t open = task.innermost(work_code, ompt_work_distribute);
      e.work_type == ompt_work_distribute && open != Task::none)
    regions_.lost_end(here, task, open, "the task begins another distribute region");
  regions_.acts(here, task);
  if (e.work_type == ompt_work_taskloop) {
    // A task-create counts as the last action of a task whose taskloop should have begun before.
    const bool early =
        task.work.last_create_codeptr && task.work.last_create_codeptr == e.codeptr_ra;
    judge.require(!early, [&] {
      return taskloop_begin_before_creates::taskloop_not_begun{.task = task.id}.why(
          "the task was created here", task.work.last_create);
    });
  }
  task.work.last_create_codeptr = 0;
  u32 position = 0;
  const bool of_team = is_worksharing(e.work_type) || e.work_type == ompt_work_scope;
  if (of_team && judge.promised(work_code)) // otherwise positions of members do not correspond
    position = teams_.work_begins(here, task, e.work_type, e.count);
  else if (e.work_type == ompt_work_distribute)
    position = distribute_begins(here, e, task);
  if (e.work_type == ompt_work_workdistribute)
    judge.require(task.kind == Task::Kind::initial, [&] {
      return workdistribute_type::no_initial_task{.task = task.id}.why("the task began here",
                                                                       task.created);
    });
  OpenRegion &region = regions_.open(here, task, e.work_type, e.parallel);
  region.count = e.count;
  region.position = position;
  if (e.work_type == ompt_work_taskloop) {
    region.position = ++last_taskloop_;
    region.work.creates.construct = e.codeptr_ra;
    Iterations &loop = taskloops_[last_taskloop_ % taskloops_.size()];
    loop = {};
    loop.number = last_taskloop_;
    loop.count = e.count;
    loop.begin = here.ref;
    const Parallel *team = world.region_of(task);
    loop.alone = !team || team->actual == 1;
  }
}

Parallel *Work::league_of(const Task &task) const {
  Parallel *league = world.region_of(task);
  if (league && !league->league) // a region may wrap a team's body (see World::names_region_of)
    league = league->actual == 1 ? world.parallels.find(league->outer) : nullptr;
  return league && league->league ? league : nullptr;
}

SharedDistribute *Work::distribute(const Task &task, u32 position) {
  Parallel *league = league_of(task);
  constexpr u32 most_kept = 4096;
  if (!league || position >= most_kept)
    return nullptr;
  auto &loops = league->work.distributes;
  if (position >= loops.size())
    loops.resize(position + 1);
  return &loops[position];
}

// All teams of a league meet the same distribute regions in the same order, with the same
// iterations.
u32 Work::distribute_begins(const Here &here, const event::work &e, Task &task) {
  const u32 position = task.work.distributes++;
  // A team may be wrapped in a region of the runtime's own, without a construct. A compiler may put
  // the distribute region of a composite construct into its parallel region.
  const Parallel *region = world.region_of(task);
  const Parallel *outer = region ? world.parallels.find(region->outer) : nullptr;
  const bool of_league =
      task.kind == Task::Kind::initial ||
      (task.kind == Task::Kind::implicit &&
       (!region || region->league || !region->codeptr || (outer && outer->league)));
  judge.require(rule::distribute_type, of_league, [&] {
    return distribute_type::no_initial_task{.task = task.id}.why("the task began here",
                                                                 task.created);
  });
  SharedDistribute *loop = distribute(task, position);
  if (!loop)
    return position;
  if (!loop->first.valid()) {
    loop->count = e.count;
    loop->first = here.ref;
  }
  judge.require(e.count == loop->count, [&] {
    return loop_count::another_count{.count = e.count, .task = task.id, .other = loop->count}.why(
        "the other team's region began here", loop->first);
  });
  return position;
}

void Work::judge_end(const Task &task, const OpenRegion &region, const event::work &e) {
  // A runtime may learn a loop's schedule during the loop.
  const bool same = region.kind == e.work_type || (is_loop(region.kind) && is_loop(e.work_type));
  judge.require(rule::work_end_type_matches, same, [&] {
    return work_end_type_matches::another_type{
        .begun = region.kind, .task = task.id, .type = e.work_type}
        .why("it began here", region.begin);
  });
  judge.require(rule::work_count_end_zero, e.count == region.count || e.count == 0, [&] {
    return work_count_end_zero::another_count{
        .type = region.kind, .task = task.id, .begun = region.count, .count = e.count}
        .why("it began here", region.begin);
  });
  if (is_single(region.kind)) {
    judge.held(rule::single_end_endpoint);
    if (region.kind == ompt_work_single_other)
      judge.held(rule::single_other_pair);
  }
  if (region.kind == ompt_work_taskloop)
    judge.held(rule::taskloop_taskgroup_order);
  if (const u64 creates = region.work.creates.of_construct();
      region.kind == ompt_work_taskloop && judge.promised(ompt_callback_task_create))
    judge.require(creates <= region.count, [&] {
      return taskloop_count::another_count{
          .task = task.id, .count = region.count, .creates = creates}
          .why("it began here", region.begin);
    });
}

void Work::end(const Here &here, const event::work &e, Task &task) {
  const std::size_t index = region_to_end(task, e.work_type);
  task.work.last_create_codeptr = 0;
  if (index == Task::none) {
    const std::size_t other = task.innermost(work_code);
    const bool wrong_type = other != Task::none && task.regions.size() == other + 1;
    const Rule rule = wrong_type                          ? rule::work_end_type_matches
                      : e.work_type == ompt_work_taskloop ? rule::taskloop_pair
                                                          : rule::work_pair;
    judge.violated(rule, [&]() -> Message {
      if (wrong_type)
        return work_end_type_matches::another_type{
            .begun = task.regions[other].kind, .task = task.id, .type = e.work_type}
            .why("it began here", task.regions[other].begin);
      return shared::work_not_begun{.type = e.work_type, .task = task.id};
    });
    teams_.out_of_step(task);
    if (wrong_type)
      regions_.close(here, task, other);
    return;
  }
  const OpenRegion region = task.regions[index];
  judge_end(task, region, e);
  // A taskloop in an untied task may migrate.
  judge.require(rule::work_same_thread, region.thread == here.thread.number || task.untied(), [&] {
    return work_same_thread::another_thread{
        .type = region.kind, .task = task.id, .begun = region.thread, .thread = here.thread.number}
        .why("it began here", region.begin);
  });
  const bool of_team = is_worksharing(region.kind) || region.kind == ompt_work_scope;
  if (of_team && judge.promised(work_code))
    teams_.work_ends(here, task, region);
  judge_dispatched(task, region);
  if (Iterations *loop = region.kind == ompt_work_taskloop ? taskloop(region.position) : nullptr) {
    loop->open = false;
    judge_taskloop(*loop);
  }
  regions_.close(here, task, index);
}

// A team of one has no other member to receive chunks. For a larger team see Teams.
void Work::judge_dispatched(const Task &task, const OpenRegion &region) {
  if (region.kind == ompt_work_distribute)
    distribute_ends(task, region);
  const Parallel *parallel = world.region_of(task);
  const bool alone = task.kind == Task::Kind::implicit && task.actual == 1 && parallel;
  if (!alone || parallel->cancelled || task.cancelled || !judge.promised(ompt_callback_dispatch) ||
      !judge.promised(work_code))
    return;
  const Dispatches &got = region.work.got;
  if (is_loop(region.kind) && region.count) {
    AllDispatches all;
    all.add(got);
    judge.require(all.any, [&] {
      return loop_dispatch_chunk::no_chunk{.count = region.count}.at(region.begin);
    });
    const bool asked =
        region.kind == ompt_work_loop_dynamic || region.kind == ompt_work_loop_guided;
    judge.require(rule::loop_dispatch_chunk,
                  !all.must_cover(asked, 1) || all.iterations == region.count, [&] {
                    return loop_dispatch_chunk::not_covered{.count = region.count,
                                                            .iterations = all.iterations}
                        .at(region.begin);
                  });
    if (all.singly)
      judge.require(rule::loop_dispatch_iteration, all.singly == region.count, [&] {
        return loop_dispatch_iteration::another_count{.count = region.count,
                                                      .dispatched = all.singly}
            .at(region.begin);
      });
  }
  if (region.kind == ompt_work_sections)
    judge.require(got.sections == region.count, [&] {
      return sections_dispatch_per_section::another_count{
          .dispatched = got.sections, .task = task.id, .members = 1, .count = region.count}
          .at(region.begin);
    });
}

// The last team leaves a distribute region.
void Work::distribute_ends(const Task &task, const OpenRegion &region) {
  const Parallel *league = league_of(task);
  SharedDistribute *loop = distribute(task, region.position);
  if (!loop || !judge.promised(ompt_callback_dispatch))
    return;
  loop->of_ended.add(region.work.got);
  if (++loop->ended != league->actual)
    return;
  const AllDispatches &all = loop->of_ended;
  judge.require(
      rule::distribute_chunk,
      !all.must_cover(false, league->actual) || all.iterations == loop->count, [&] {
        return distribute_chunk::not_covered{.count = loop->count, .iterations = all.iterations}.at(
            loop->first);
      });
}

void Work::taskloop_creates(const Task &task) {
  if (Iterations *loop = taskloop(task.taskloop))
    ++loop->created, ++loop->live;
}

void Work::taskloop_task_starts(const Task &task) {
  if (Iterations *loop = taskloop(task.taskloop); loop && !task.generated)
    ++loop->early;
}

void Work::taskloop_task_ends(const Task &task) {
  Iterations *loop = taskloop(task.taskloop);
  if (!loop || !loop->live)
    return;
  --loop->live;
  loop->cut |= task.discarded || task.cancelled || !task.started;
  judge_taskloop(*loop);
}

// All tasks of a taskloop are complete: each of its iterations has been dispatched.
void Work::judge_taskloop(const Iterations &loop) {
  if (loop.open || loop.live || loop.cut || !loop.count ||
      !judge.promised(ompt_callback_dispatch) || !judge.promised(ompt_callback_task_schedule) ||
      !judge.promised(ompt_callback_task_create))
    return;
  const u64 told = loop.dispatched ? loop.dispatched : loop.singly;
  judge.require(rule::taskloop_dispatch, told == loop.count || (!told && loop.alone), [&] {
    using namespace taskloop_dispatch;
    // Chunks differ in size, and some runtimes' tasks do nothing but generate others.
    const u64 largest = loop.created ? 2 * (loop.count / loop.created + 1) : loop.count;
    const auto begun = loop.count - told <= loop.early * largest ? "before" : "after";
    return (told ? Message(not_covered{.count = loop.count, .dispatched = told, .begun = begun})
                 : Message(no_chunk{.count = loop.count, .begun = begun}))
        .at(loop.begin);
  });
}

void Work::on(const Here &here, const event::task_create &e) {
  Task *task = world.task(e.encountering_task);
  if (!task || task != here.thread.current)
    return;
  task->work.last_create_codeptr = e.codeptr_ra;
  task->work.last_create = here.ref;
  if (!task->regions.empty() && task->regions.back().event == work_code)
    task->regions.back().work.creates.add(e.codeptr_ra);
}

} // namespace cts
