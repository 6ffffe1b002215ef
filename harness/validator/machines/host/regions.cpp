#include "validator/machines/host/regions.h"

#include "rules/general.h"
#include "rules/masked.h"
#include "rules/reduction.h"
#include "rules/sync.h"
#include "rules/taskloop.h"
#include "rules/work.h"
#include "validator/machines/host/barriers.h"

namespace cts {

Rule pair_rule(const OpenRegion &region) {
  switch (region.event) {
  case ompt_callback_work:
    return region.kind == ompt_work_taskloop ? rule::taskloop_pair : rule::work_pair;
  case ompt_callback_masked:
    return rule::masked_pair;
  case ompt_callback_reduction:
    return rule::reduction_pair;
  default:
    return rule::sync_pair;
  }
}

std::string name_of(const OpenRegion &region) {
  switch (region.event) {
  case ompt_callback_work:
    return render(enum_kind::work, region.kind);
  case ompt_callback_masked:
    return "masked";
  case ompt_callback_reduction:
    return "reduction";
  default:
    return render(enum_kind::sync_region, region.kind);
  }
}

bool Regions::endpoint(const Here &here, u32 endpoint) {
  const bool known = endpoint == endpoint_begin || endpoint == endpoint_end;
  judge.require(rule::endpoint_in_enum, known, [&] {
    return endpoint_in_enum::no_endpoint{.event = here.code, .endpoint = endpoint};
  });
  return known;
}

Task *Regions::subject(const Here &here, const Ref &named, Rule rule) {
  Task *current = here.thread.current;
  if (current && current->id == named.id) {
    judge.held(rule);
    judge_due(here, *current);
    return current;
  }
  // The current task is known only if the runtime reports every switch.
  if (!judge.promised(ompt_callback_implicit_task) || !judge.promised(ompt_callback_task_schedule))
    return world.task(named);
  if (!current && !named.ours())
    return nullptr;
  judge.violated(rule, [&] {
    return shared::not_current{.event = here.code,
                               .named = named,
                               .thread = here.thread.number,
                               .current = current ? current->id : 0}
        .why("that task became current here", current ? current->last : EventRef{});
  });
  return current;
}

Task *Regions::subject_of_end(const Here &here, const Ref &named, Rule rule, u8 event) {
  Task *task = subject(here, named, rule);
  if (task && task->id == named.id)
    return task;
  Task *other = world.task(named);
  if (other && other->innermost(event) != Task::none &&
      (!task || task->innermost(event) == Task::none))
    return other;
  return task;
}

void Regions::judge_parallel(const Task &task, const Ref &parallel, Rule rule) {
  if (!judge.promised(ompt_callback_parallel_begin) ||
      (task.parallel == 0 && !judge.promised(ompt_callback_implicit_task)))
    return;
  judge.require(rule, world.names_region_of(task, parallel), [&] {
    return shared::not_its_region{.parallel = parallel, .task = task.id, .inside = task.parallel}
        .why("the task was created here", task.created);
  });
}

OpenRegion &Regions::open(const Here &here, Task &task, u32 kind, const Ref &parallel) {
  OpenRegion &region = task.regions.emplace_back();
  region.event = here.code;
  region.kind = kind;
  region.parallel = parallel.id;
  region.begin = here.ref;
  region.thread = here.thread.number;
  return region;
}

namespace {

// The ends of these two regions may come in either order.
bool may_cross(const OpenRegion &outer, const OpenRegion &inner) {
  // A work region may be taken to last until the end of the barrier after it.
  return outer.event == ompt_callback_work && is_worksharing(outer.kind) &&
         inner.event == ompt_callback_sync_region && is_barrier(inner.kind);
}

bool taskloop_and_taskgroup(const OpenRegion &a, const OpenRegion &b) {
  const auto taskloop = [](const OpenRegion &r) {
    return r.event == ompt_callback_work && r.kind == ompt_work_taskloop;
  };
  const auto taskgroup = [](const OpenRegion &r) {
    return r.event == ompt_callback_sync_region && r.kind == ompt_sync_region_taskgroup;
  };
  return (taskloop(a) && taskgroup(b)) || (taskloop(b) && taskgroup(a));
}

} // namespace

void Regions::close(const Here &here, Task &task, std::size_t index) {
  const OpenRegion closing = task.regions[index];
  for (std::size_t i = index + 1; i < task.regions.size(); ++i) {
    OpenRegion &inner = task.regions[i];
    if (taskloop_and_taskgroup(closing, inner)) {
      judge.violated(rule::taskloop_taskgroup_order, [&] {
        return taskloop_taskgroup_order::ends_inside_inner{.closing = name_of(closing),
                                                           .inner = name_of(inner)}
            .why("the inner one began here", inner.begin);
      });
    } else if (!may_cross(closing, inner) && !inner.regions.crossed.valid()) {
      // The region's end is lost, which the end of the task will show, or comes later.
      inner.regions.crossed = here.ref;
    }
  }
  task.regions.erase(task.regions.begin() + static_cast<std::ptrdiff_t>(index));
  judge.require(!closing.regions.crossed.valid(), [&] {
    return region_nesting::crossed{.closing = name_of(closing), .task = task.id}
        .why("it began here", closing.begin)
        .why("the region around it ended here", closing.regions.crossed);
  });
  judge.held(pair_rule(closing));
}

void Regions::lost_end(const Here &here, Task &task, std::size_t index, std::string_view shown_by) {
  const OpenRegion region = task.regions[index];
  const Rule rule = pair_rule(region);
  judge.violated(rule, [&] {
    return shared::region_without_end{
        .region = name_of(region), .task = task.id, .shown_by = shown_by, .event = here.code}
        .why("the region began here", region.begin);
  });
  teams_.out_of_step(task);
  task.regions.erase(task.regions.begin() + static_cast<std::ptrdiff_t>(index));
}

// The task has come to its end.
void Regions::leave_open(const Here &here, Task &task) {
  // Cancellation leaves a construct by a jump, so that ends on the way are not required.
  const bool cancelled = teams_.cancelled(task) || !judge.tells_cancellation() ||
                         (task.cancelled && !world.region_of(task));
  while (!task.regions.empty()) {
    const OpenRegion region = task.regions.back();
    if (!cancelled) {
      teams_.out_of_step(task);
      judge.violated(pair_rule(region), [&] {
        return shared::ends_inside{.task = task.id, .region = name_of(region)}.why(
            "the region began here", region.begin);
      });
    }
    task.regions.pop_back();
  }
  (void)here;
}

void Regions::on(const Here &here, const event::implicit_task &e) {
  if (e.endpoint != endpoint_end)
    return;
  if (Task *task = world.task(e.task); task && !task->regions.empty())
    leave_open(here, *task);
}

void Regions::on(const Here &here, const event::task_schedule &e) {
  if (e.prior_task_status == ompt_task_complete || e.prior_task_status == ompt_task_detach) {
    Task *task = world.task(e.prior_task);
    if (task && !task->regions.empty() && task->kind == Task::Kind::explicit_)
      leave_open(here, *task);
  }
  if (e.next_task.ours())
    if (const Task *next = world.task(e.next_task))
      judge_due(here, *next);
}

void Regions::judge_due(const Here &here, const Task &task) {
  if (task.due_time == 0 || here.time <= task.due_time + uncertainty)
    return;
  const Rule rule = static_cast<Rule>(task.due_rule);
  judge.violated(rule, [&] {
    return shared::waited_for{.task = task.id}
        .at(task.due)
        .why("the waiting ended here", task.due)
        .why("the task executes here", here.ref)
        .why("it was created here", task.created);
  });
  const_cast<Task &>(task).due_time = 0;
}

void Regions::on(const Here &here, const event::parallel_begin &e) {
  if (Task *task = world.task(e.encountering_task); task && task == here.thread.current)
    acts(here, *task);
}

void Regions::on(const Here &here, const event::task_create &e) {
  // A taskwait with dependences is itself a task, created while its task waits.
  if (e.flags & ompt_task_taskwait)
    return;
  if (Task *task = world.task(e.encountering_task); task && task == here.thread.current)
    acts(here, *task);
}

void Regions::acts(const Here &here, Task &task) {
  if (closing_of(task) != Closing::ahead) {
    judge.violated([&] {
      return barrier_begin_inside_implicit_task::goes_on{.task = task.id, .event = here.code}.why(
          "the barrier began here", task.closing_begin);
    });
    return;
  }
  if (task.regions.empty())
    return;
  const OpenRegion &inner = task.regions.back();
  if (inner.event == ompt_callback_work && inner.kind == ompt_work_single_other) {
    judge.violated([&] {
      return single_other_pair::acts{.task = task.id, .event = here.code}.why(
          "the region began here", inner.begin);
    });
  } else if (inner.event == ompt_callback_sync_region) {
    if (inner.kind == ompt_sync_region_taskgroup) {
      judge.require(!inner.waited, [&] {
        return taskgroup_wait_at_end::goes_on{.task = task.id, .event = here.code}.why(
            "the taskgroup began here", inner.begin);
      });
    } else if (inner.kind != ompt_sync_region_barrier_implementation && !inner.has_dependences) {
      lost_end(here, task, task.regions.size() - 1, "the task goes on");
    }
  }
}

} // namespace cts
