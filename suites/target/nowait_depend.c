// Deferred target constructs in an order given by depend clauses, with a host task between them:
// each sees what the one before it did.
// RULES: target.kind-nowait target.begin-after-dependences task-create.has-dependences
// RULES: codeptr.in-function codeptr.in-lines
// REQUIRES: offload
#include "cts.h"

/* Around a construct: its task has its return address. */
#define FROM_HERE() (first = __LINE__, cts_mark())
#define TO_HERE()                                                                                  \
  cts_count("codeptr.in-lines", 0, "task_create codeptr_ra@lines!=%d-%d", first, __LINE__)

int main(void) {
  int x = 0, first;
#pragma omp parallel num_threads(2) private(first)
#pragma omp single
  {
    FROM_HERE();
#pragma omp target enter data map(to : x) nowait depend(out : x)
    TO_HERE();
    FROM_HERE();
#pragma omp target map(tofrom : x) nowait depend(inout : x)
    x += 1;
    TO_HERE();
    FROM_HERE();
#pragma omp target exit data map(from : x) nowait depend(inout : x)
    TO_HERE();
    cts_expect("task-create.has-dependences", "task_create => has_dependences!=0");
#pragma omp task depend(inout : x)
    x *= 10;
#pragma omp taskwait
    cts_value("target.begin-after-dependences", "x", x, 10);
  }
  cts_total("target.kind-nowait", 1, "target_emi kind=enter_data_nowait endpoint=begin");
  cts_total("target.kind-nowait", 1, "target_emi kind=target_nowait endpoint=begin");
  cts_total("target.kind-nowait", 1, "target_emi kind=exit_data_nowait endpoint=begin");
}
