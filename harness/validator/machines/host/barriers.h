// The closing barrier of a parallel region in each implicit task: ahead, open, passed (catalogue
// chapters sync and implicit_tasks).
#pragma once

#include "rules/implicit_tasks.h"
#include "rules/sync.h"
#include "validator/machines/machine.h"
#include "validator/machines/transitions.h"

namespace cts {

enum class Closing : u8 { ahead, open, passed, count };
enum class ClosingStep : u8 { begin, end, task_end, count };

inline constexpr std::array<Transition<Closing, ClosingStep>, 9> closing_rows = {{
    {Closing::ahead, ClosingStep::begin, Closing::open},
    {Closing::ahead, ClosingStep::end, Closing::ahead, rule::sync_pair},
    // True only if the team has more than one member, and nothing else can be its closing barrier.
    {Closing::ahead, ClosingStep::task_end, Closing::ahead, rule::barrier_closing_once},
    {Closing::open, ClosingStep::begin, Closing::open, rule::barrier_closing_once},
    {Closing::open, ClosingStep::end, Closing::passed},
    {Closing::open, ClosingStep::task_end, Closing::ahead,
     rule::implicit_task_end_after_barrier_end},
    {Closing::passed, ClosingStep::begin, Closing::open, rule::barrier_closing_once},
    {Closing::passed, ClosingStep::end, Closing::passed, rule::sync_pair},
    {Closing::passed, ClosingStep::task_end, Closing::ahead},
}};
std::string closing_diagram();

inline Closing closing_of(const Task &task) { return static_cast<Closing>(task.closing); }

// Whether the task is at its region's closing barrier, or at one of a deprecated kind that may be
// it.
bool may_be_closing(const Task &task);

class Barriers : Machine {
public:
  explicit Barriers(const Context &context) : Machine(context) {}

  void on(const Here &here, const event::implicit_task &e);

  // A barrier region of the task begins or has ended (machines/host/sync has judged the pair).
  // `named`: the event names this task.
  void begins(const Here &here, Task &task, u32 kind, bool named);
  void ends(const Here &here, Task &task, const event::sync_region &e);

private:
  void step(const Here &here, Task &task, ClosingStep step);
  void judge_parallel_of_end(const Task &task, const event::sync_region &e);
};

} // namespace cts
