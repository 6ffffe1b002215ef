// The events of dependences: task dependences and doacross dependences, reported after the task's
// creation and between two tasks (catalogue chapter dependences). The machine
// machines/tasking/ordering checks the order that these dependences require.
#pragma once

#include "validator/machines/host/team.h"
#include "validator/machines/tasking/ordering.h"

namespace cts {

class Dependences : Machine {
public:
  Dependences(const Context &context, Ordering &ordering, Teams &teams)
      : Machine(context), ordering_(ordering), teams_(teams) {}

  void on(const Here &here, const event::dependences &e);
  void on(const Here &here, const event::task_dependence &e);

private:
  void judge_vector(const Here &here, const event::dependences &e, Rule rule);
  void doacross(const Here &here, const event::dependences &e);
  void judge_list(const event::dependences &e, const Task *task);
  void judge_known(const Task &task);
  void judge_pair(const World::Ended &source, const World::Ended &sink);

  Ordering &ordering_;
  Teams &teams_;
};

} // namespace cts
