// Signals while the tool itself asks: at each note every entry point is called, and the handler
// that interrupts one calls it again.
// RULES: sigsafe.inquiry sigsafe.consistent
// RECORD: --probes=full --sample=20000
#include "cts.h"

int main(void) {
  do {
#pragma omp parallel num_threads(2)
    {
      for (int i = 0; i < 10; ++i)
        cts_body("parallel");
#pragma omp single
#pragma omp task
      for (int i = 0; i < 10; ++i)
        cts_body("task");
    }
    cts_body("serial");
  } while (cts_wants_samples(4000));
}
