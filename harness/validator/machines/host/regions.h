// What regions with a begin and an end have in common, whatever they are (work, masked, sync,
// reduction): whose they are, how they nest, and that none is open when its task ends (catalogue
// chapter general). Task::regions is the stack of a task's open regions.
#pragma once

#include "validator/machines/host/team.h"

namespace cts {

class Regions : Machine {
public:
  Regions(const Context &context, Teams &teams) : Machine(context), teams_(teams) {}

  // A task ends: what is still open inside it has no end.
  void on(const Here &here, const event::implicit_task &e);
  void on(const Here &here, const event::task_schedule &e);
  // A task does something of its own.
  void on(const Here &here, const event::parallel_begin &e);
  void on(const Here &here, const event::task_create &e);

  // Is it a begin or an end? Nothing else is one, and the event is then to be left alone.
  bool endpoint(const Here &here, u32 endpoint);

  // The task that the event belongs to: the one that executes here, which `named` should name.
  // Where it names another one, whose region (event, kind) it would end, that one is taken.
  Task *subject(const Here &here, const Ref &named, Rule rule);
  Task *subject_of_end(const Here &here, const Ref &named, Rule rule, u8 event);

  // parallel_data should name the region that the task belongs to.
  void judge_parallel(const Task &task, const Ref &parallel, Rule rule);

  // The task begins something (a region, a task, a parallel region), which cannot be while it
  // waits, or after the barrier that closes its region.
  void acts(const Here &here, Task &task);

  OpenRegion &open(const Here &here, Task &task, u32 kind, const Ref &parallel);
  // Takes the region out of the task's stack; what is wrong with the nesting is said here.
  void close(const Here &here, Task &task, std::size_t index);
  // Another begin shows that the region has lost its end.
  void lost_end(const Here &here, Task &task, std::size_t index, std::string_view shown_by);

  // Something of this task happens after it should have been complete.
  void judge_due(const Here &here, const Task &task);

private:
  void leave_open(const Here &here, Task &task);

  Teams &teams_;
};

// The rule that says that a region has a begin and an end.
Rule pair_rule(const OpenRegion &region);
// What a finding calls it: "loop", "barrier_explicit", "masked".
std::string name_of(const OpenRegion &region);

} // namespace cts
