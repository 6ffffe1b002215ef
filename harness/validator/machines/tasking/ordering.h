// Which task must wait for which: dependences of sibling tasks by the addresses in their depend
// clauses (catalogue chapters schedule and dependences). Owns Task::suspected.
#pragma once

#include "validator/live_table.h"
#include "validator/machines/machine.h"

namespace cts {

class Ordering : Machine {
public:
  explicit Ordering(const Context &context) : Machine(context) {}

  // The task has not started and reports its dependences.
  void announces(const Here &here, const Task &task, const List &deps);
  // The runtime reports an unfulfilled dependence of the task with this identifier.
  void reported(u32 sink);
  void at_end();
  // The task starts, or it is the task of a taskwait and completes.
  void starts(const Here &here, const Task &task);
  // The task takes an action that proves it is not complete.
  void goes_on(const Here &here, Task &task);
  void completes(const Task &task);

  // Called with every callback, before the machine of that callback. The schedule machine passes on
  // what a schedule event shows.
  void callback(const Here &here) {
    if (here.thread.ordering.announced && here.code != ompt_abi::ompt_callback_task_dependence)
        [[unlikely]]
      settles(here);
    Task *task = here.thread.current;
    if (task && task->suspected && here.code != ompt_abi::ompt_callback_task_schedule) [[unlikely]]
      goes_on(here, *task);
  }

private:
  // The tasks of one parent that name one address, as long as a later task may depend on them.
  struct Variable {
    struct User {
      u32 task;
      u32 type;
    };
    u64 key = 0;
    u32 parent = 0;
    u64 address = 0;
    u32 references = 0;     // of incomplete tasks
    u32 looked_through = 0; // users left after the last search for complete ones
    std::vector<User> users;
    void reset() {
      references = looked_through = 0;
      users.clear();
    }
  };
  // The dependences that one incomplete task reported.
  struct Announced {
    u64 key = 0; // its identifier
    std::vector<u32> antecedents;
    std::vector<u64> variables, exclusive; // keys; those with mutexinoutset
    std::vector<u32> dependents;           // that were announced before it started
    // When the task's creation ended; 0: not yet, or nobody asks. An antecedent that starts later
    // was certainly unfulfilled when the task was created.
    u64 settled = 0;
    u32 unfulfilled = 0; // such an antecedent
    bool reported = false;
    void reset() {
      dependents.clear();
      settled = unfulfilled = 0;
      reported = false;
      antecedents.clear();
      variables.clear();
      exclusive.clear();
    }
  };
  // A task started before the completion of its antecedent was reported: the report may be late.
  struct Suspicion {
    Rule rule;
    u32 antecedent, dependent;
    EventRef started;
    u64 time;
  };

  // A task started, and its dependence was not reported: a thread may report a dependence late.
  struct Untold {
    u32 task, antecedent;
    EventRef created, started;
  };

  void settles(const Here &here);
  void judge_reported(const Here &here, const Task &task, const Announced &mine);
  void suspect(const Here &here, Rule rule, Task &antecedent, const Task &dependent);
  void report(const Suspicion &suspicion, const Task &antecedent, EventRef proof);

  AddressTable<Variable> variables_;
  AddressTable<Announced> announced_;
  std::vector<Suspicion> suspicions_;
  std::vector<Untold> untold_;
};

} // namespace cts
