// The events of dependences: announced after the creation, between two tasks, and doacross
// (catalogue chapter dependences). What the announced dependences mean is in
// machines/tasking/ordering.
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

  Ordering &ordering_;
  Teams &teams_;
};

} // namespace cts
