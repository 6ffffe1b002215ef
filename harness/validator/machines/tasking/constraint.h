// The task scheduling constraint: which tasks a thread may start while it has suspended tied tasks
// (catalogue chapter schedule). Owns the constraint parts of Thread and Task.
#pragma once

#include "validator/live_table.h"
#include "validator/machines/machine.h"

namespace cts {

class Constraint : Machine {
public:
  explicit Constraint(const Context &context) : Machine(context) {}

  void created(const Task &task);
  void starts(const Here &here, const Task &task);
  // The task's body has ended: the task is no longer suspended on its thread.
  void leaves(const Task &task);
  // The task is complete; called before the validator forgets it.
  void ends(const Task &task);

private:
  // The ancestry of a completed task, kept until all its descendants are complete.
  struct Ancestor {
    u64 key = 0; // its identifier
    u32 parent = 0;
    u32 offspring = 0; // children that are not forgotten
    void reset() {}
  };
  enum class Kinship : u8 { descends, unrelated, unknown };

  Kinship kinship(const Task &task, u32 ancestor) const;
  void judge_start(const Task &task, const Task &suspended);
  void forget_child_of(u32 parent);

  AddressTable<Ancestor> ancestors_;
};

} // namespace cts
