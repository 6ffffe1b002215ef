// A region within a lambda function, called from another region.
// RULES: parallel-begin.encountering-data parallel-begin.requested parallel-end.paired
#include "cts.h"

int main() {
  omp_set_max_active_levels(2);
  auto inner = [](int threads) {
    cts_expect("parallel-begin.encountering-data", "parallel_begin => encountering_task=current");
    cts_expect("parallel-begin.requested", "parallel_begin => requested_parallelism=%d", threads);
#pragma omp parallel num_threads(threads)
    cts_body("parallel");
    cts_after("parallel");
  };
#pragma omp parallel num_threads(2)
  inner(2 + omp_get_thread_num());
  cts_after("parallel");
}
