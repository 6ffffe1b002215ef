// The task scheduling constraint: what a thread may start while it has suspended tied tasks
// (catalogue chapter schedule). Owns the parts of Thread and Task that bear its name.
#pragma once

#include "validator/live_table.h"
#include "validator/machines/machine.h"

namespace cts {

class Constraint : Machine {
public:
  explicit Constraint(const Context &context) : Machine(context) {}

  void created(const Task &task);
  void starts(const Here &here, const Task &task);
  // Its body is over: it is not suspended on its thread any more.
  void leaves(const Task &task);
  // It is over altogether, before it is forgotten.
  void ends(const Task &task);

private:
  // A task that is over, for as long as its descendants are not: whom they descend from.
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
