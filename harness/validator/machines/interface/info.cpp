#include "validator/machines/interface/info.h"

namespace cts {

namespace {

bool ends_prior(u32 status) {
  return status == ompt_task_complete || status == ompt_task_cancel || status == ompt_task_detach;
}

bool outside_switches(u32 status) {
  return status == ompt_task_early_fulfill || status == ompt_task_late_fulfill ||
         status == ompt_taskwait_complete;
}

} // namespace

Info::Shot Info::Shot::of(const Task *task) {
  if (!task)
    return {};
  return {task->id,     task->kind,   task->flags,  task->parallel,
          task->index,  task->actual, task->parent, task->info.scheduled_from,
          task->thread, task->created};
}

bool between_tasks(u32 asked) {
  switch (asked) {
  case event::implicit_task::event_code:
  case event::task_schedule::event_code:
  case event::parallel_end::event_code:
  case event::thread_begin::event_code:
  case event::thread_end::event_code:
    return true;
  default:
    return false;
  }
}

std::string where_asked(u32 asked) {
  return asked == event::note::event_code
             ? "in the program"
             : fmt::format("inside {}", event::label(static_cast<u8>(asked)));
}

// A member may report the end of its region's closing barrier, and of its implicit task, only when
// another region wakes it: its region is over, and the runtime may have nothing left to show.
bool Info::late(const Here &here, u32 parallel) const {
  if (!parallel) // the initial task, or a region that no callback announces
    return !judge.promised(ompt_callback_parallel_begin);
  const Parallel *region = world.parallels.find(parallel);
  return !region || region->thread != here.thread.number;
}

void Info::on(const Here &here, const event::implicit_task &e) {
  PerThread &t = of(here);
  t.ends = e.endpoint == endpoint_end;
  t.before = t.ends ? Shot::of(world.task(e.task)) : Shot{};
  t.late = t.ends && late(here, t.before.parallel);
  t.region = 0;
  // A league without a begin; another rule reports this.
  if (!t.ends && (e.flags & ompt_task_initial) && here.thread.current &&
      !world.parallel(e.parallel))
    unannounced_ = 2;
}

void Info::on(const Here &here, const event::task_schedule &e) {
  PerThread &t = of(here);
  t.late = false;
  t.region = 0;
  t.ends = ends_prior(e.prior_task_status);
  const bool switches = !outside_switches(e.prior_task_status);
  t.prior = switches ? e.prior_task.id : 0;
  t.next = switches ? e.next_task.id : 0;
  const Task *prior = switches ? world.task(e.prior_task) : nullptr;
  if (t.ends || t.before.id)
    t.before = t.ends ? Shot::of(prior) : Shot{};
  if (!switches)
    return;
  // A task is scheduled from the task below it on the stack.
  if (Task *next = world.task(e.next_task); next && !next->started && prior)
    next->info.scheduled_from = t.ends ? prior->info.scheduled_from : prior->id;
}

void Info::on(const Here &here, const event::parallel_begin &e) {
  PerThread &t = of(here);
  t.before = {};
  t.ends = t.late = false;
  t.region = e.parallel.id;
}

void Info::on(const Here &here, const event::parallel_end &e) {
  PerThread &t = of(here);
  // The thread's own member has just ended, or only the encountering task is known.
  t.next = e.encountering_task.id;
  t.prior = t.before.id && t.before.parallel == e.parallel.id ? t.before.id : t.next;
  t.ends = t.late = false;
  t.region = e.parallel.id;
}

void Info::on(const Here &here, const event::sync_region &e) {
  if (e.endpoint == endpoint_end && closes_region(e.kind) && here.thread.current)
    of(here).late = late(here, here.thread.current->parallel);
}

void Info::on(const Here &here, const event::sync_region_wait &e) {
  if (e.endpoint == endpoint_end && closes_region(e.kind) && here.thread.current)
    of(here).late = late(here, here.thread.current->parallel);
}

} // namespace cts
