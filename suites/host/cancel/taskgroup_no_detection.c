// A cancellation point with no cancellation active reports nothing.
// ENV: OMP_CANCELLATION=true
#include "cts.h"

int main(void) {
  int executed = 0;
#pragma omp parallel num_threads(2) shared(executed)
#pragma omp single
#pragma omp taskgroup
  {
#pragma omp task shared(executed)
    {
#pragma omp cancellation point taskgroup
      executed = 1;
    }
  }
  cts_value("cancel.detected", "executed", executed, 1);
  cts_total("cancel.detected", 0, "cancel");
}
