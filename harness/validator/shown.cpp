#include "validator/shown.h"

namespace cts {

using enum Circumstance;

void Shown::on(const Here &here, const event::thread_begin &e) {
  const bool root = e.thread_type == ompt_thread_initial;
  if (root && root_)
    show(roots);
  root_ |= root;
  look(here);
}

void Shown::on(const Here &here, const event::parallel_begin &) {
  if (region_)
    show(regions);
  region_ = true;
  look(here);
}

void Shown::on(const Here &here, const event::implicit_task &e) {
  if (e.endpoint != endpoint_begin)
    return;
  if (!(e.flags & ompt_task_initial)) {
    if (size_ && size_ != e.actual_parallelism)
      show(team_sizes);
    size_ = e.actual_parallelism;
  }
  look(here);
}

void Shown::on(const Here &here, const event::task_create &e) {
  if (e.flags & ompt_task_taskwait && e.has_dependences)
    show(taskwait_with_depend);
  if (e.flags & ompt_task_target)
    show(deferred_target);
  if (e.flags & ompt_task_untied)
    show(untied_task);
  if (e.flags & ompt_task_explicit && e.flags & ompt_task_undeferred)
    show(undeferred_task);
  const Task *current = here.thread.current;
  const Parallel *region = current ? world_.region_of(*current) : nullptr;
  if (!region || (!region->league && region->actual == 1))
    show(serial_task);
}

// A thread goes from task to task, most of them alike: one that is like the last one shows nothing
// new. Another team, league or cancellation shows at its own events.
void Shown::on(const Here &here, const event::task_schedule &e) {
  if (e.prior_task_status == ompt_task_detach)
    show(detached);
  const Task *task = here.thread.current;
  if (task) {
    const bool in = !task->regions.empty();
    const Like like{here.thread.number,  task->kind,
                    task->flags,         task->parallel,
                    task->taskloop != 0, task->has_dependences,
                    in ? task->id : 0,   in ? task->regions.back().begin : EventRef{}};
    if (like == last_[in])
      return;
    last_[in] = like;
  }
  look(here);
}

void Shown::on(const Here &here, const event::sync_region &) { look(here); }

void Shown::on(const Here &here, const event::cancel &e) {
  if (e.flags & ompt_cancel_loop)
    show(cancel_loop);
  if (e.flags & ompt_cancel_taskgroup)
    show(cancel_taskgroup);
  show(cancel);
  look(here);
}

void Shown::on(const Here &, const event::mutex_acquire &e) {
  if (e.kind == ompt_mutex_critical)
    show(critical);
  if (e.hint)
    show(hint);
}

void Shown::on(const Here &, const event::lock_init &e) {
  if (e.hint)
    show(hint);
}

} // namespace cts
