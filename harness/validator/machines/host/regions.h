// The common parts of regions with a begin and an end (work, masked, sync, reduction): their tasks,
// their nesting, and that none is open when its task ends (catalogue chapter general).
// Task::regions is the stack of a task's open regions.
#pragma once

#include "validator/machines/host/team.h"

namespace cts {

class Regions : Machine {
public:
  Regions(const Context &context, Teams &teams) : Machine(context), teams_(teams) {}

  // At the end of a task: a region that is still open inside it has no end.
  void on(const Here &here, const event::implicit_task &e);
  void on(const Here &here, const event::task_schedule &e);
  // The task acts itself.
  void on(const Here &here, const event::parallel_begin &e);
  void on(const Here &here, const event::task_create &e);

  // Whether the event is a begin or an end; the machine ignores any other endpoint.
  bool endpoint(const Here &here, u32 endpoint);

  // The task of the event: the thread's current task, which `named` should name. If `named` is
  // another task with an open region (event, kind) that would end, it is that task.
  Task *subject(const Here &here, const Ref &named, Rule rule);
  Task *subject_of_end(const Here &here, const Ref &named, Rule rule, u8 event);

  // parallel_data should name the region of the task.
  void judge_parallel(const Task &task, const Ref &parallel, Rule rule);

  // The task begins something (a region, a task, a parallel region), which it must not do while it
  // waits, or after the closing barrier of its region.
  void acts(const Here &here, Task &task);

  OpenRegion &open(const Here &here, Task &task, u32 kind, const Ref &parallel);
  // Removes the region from the task's stack and judges the nesting.
  void close(const Here &here, Task &task, std::size_t index);
  // Another begin shows that the region has lost its end.
  void lost_end(const Here &here, Task &task, std::size_t index, std::string_view shown_by);

  // An event of this task comes after the task should have been complete.
  void judge_due(const Here &here, const Task &task);

private:
  void leave_open(const Here &here, Task &task);

  Teams &teams_;
};

// The rule about the pairing of the region's begin and end.
Rule pair_rule(const OpenRegion &region);
// The name of the region in a finding: "loop", "barrier_explicit", "masked".
std::string name_of(const OpenRegion &region);

} // namespace cts
