// The destructor of a firstprivate object creates a task, in every task of a taskloop. A runtime may
// have one object more than the taskloop has tasks; its destructor executes in the encountering task.
// RULES: task-create.before-execution task-create.one-per-task task-schedule.prior-is-current
#include "cts.h"

struct Value {
  int value = 0;
  Value() = default;
  Value(const Value &other) : value(other.value) {}
  ~Value() {
#pragma omp task if (0)
    value = 0;
  }
};

static void loop(const Value &outer) {
  Value inner(outer);
#pragma omp taskloop num_tasks(2) firstprivate(inner)
  for (int i = 0; i < 2; i++)
    inner.value++;
}

int main() {
  Value outer;
#pragma omp parallel num_threads(2)
#pragma omp single
  loop(outer);
  cts_total_range("task-create.one-per-task", 4, 5, "task_create flags&undeferred");
}
