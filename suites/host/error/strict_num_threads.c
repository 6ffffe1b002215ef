// A number of threads that is asked for strictly and cannot be had is an error like that of the
// error directive: one callback, with the severity of the clause.
// REQUIRES: num_threads_strict
// ENV: OMP_THREAD_LIMIT=2
#include "cts.h"

int main(void) {
  cts_body("serial");
  cts_mark();
  cts_expect("error.strict-num-threads", "error => severity=warning");
#pragma omp parallel num_threads(strict : 64) severity(warning)
  cts_body("parallel");
  cts_count("error.strict-num-threads", 1, "error");
}
