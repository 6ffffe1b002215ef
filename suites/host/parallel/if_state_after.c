// After a region that a false if clause leaves to one thread the thread is in the state that it had
// before.
#include "cts.h"

static int ran;

static void region(void) {
#pragma omp parallel if (0)
  cts_increment(&ran);
}

int main(void) {
  region();
  cts_expect("state.work-serial", "probe_thread asked=note => state=work_serial");
  cts_body("serial");
#pragma omp parallel num_threads(2)
  if (omp_get_num_threads() > 1) {
    region();
    cts_expect("state.work-parallel", "probe_thread asked=note => state=work_parallel");
    cts_body("parallel");
  }
  return ran == 0;
}
