#include "validator/machines/host/masked.h"

#include "rules/masked.h"

namespace cts {

void Masked::on(const Here &here, const event::masked &e) {
  if (!regions_.endpoint(here, e.endpoint))
    return;
  const bool begins = e.endpoint == endpoint_begin;
  Task *task = begins ? regions_.subject(here, e.task, rule::masked_task_data)
                      : regions_.subject_of_end(here, e.task, rule::masked_task_data, here.code);
  if (!task)
    return;
  regions_.judge_parallel(*task, e.parallel, rule::masked_task_data);
  if (!judge.paired(here.code))
    return;
  if (begins) {
    regions_.acts(here, *task);
    regions_.open(here, *task, 0, e.parallel);
    return;
  }
  const std::size_t index = task->innermost(here.code);
  if (index != Task::none)
    regions_.close(here, *task, index);
  else
    judge.violated([&] { return masked_pair::not_begun{.task = task->id}; });
}

} // namespace cts
