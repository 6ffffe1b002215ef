// A task with firstprivate C++ objects: copies and destructors belong to the task and make no task
// of their own.
#include "cts.h"

struct Vector {
  int size;
  explicit Vector(int n) : size(n) {}
  Vector(const Vector &other) : size(other.size + 1) {}
  ~Vector() { size = 0; }
};

int main() {
  Vector v(3);
  int wrong = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
    cts_expect("task-create.flags-undeferred", "task_create => flags&undeferred");
#pragma omp task firstprivate(v) shared(wrong) if (0)
    {
      if (v.size < 4)
        wrong = 1;
    }
    cts_after("task");
    cts_count("task-create.one-per-task", 1, "task_create flags&explicit");
  }
  return wrong;
}
