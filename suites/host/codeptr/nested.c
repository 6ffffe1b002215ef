// A region in a region, and a taskwait in a taskgroup: each ends with an address of its own call.
// RULES: codeptr.nested-end codeptr.after-call
#include "cts.h"

int main(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
#pragma omp parallel num_threads(2)
    cts_body("parallel");
#pragma omp taskgroup
    {
#pragma omp taskwait
    }
  }
}
