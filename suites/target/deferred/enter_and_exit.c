// Deferred target enter data and exit data: nothing depends on the thread that carries them out.
#include "../device.h"

int main(void) {
  int a[130], own = separate_storage();
  a[0] = 1;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target enter data map(to : a) nowait
#pragma omp taskwait
#pragma omp target map(alloc : a)
    a[0] = 2;
#pragma omp target exit data map(from : a) nowait
#pragma omp taskwait
    cts_value("target.kind-nowait", "a[0]", a[0], 2);
  }
  cts_total("target.kind-nowait", 1, "target_emi kind=enter_data_nowait endpoint=end");
  cts_total("target.kind-nowait", 1, "target_emi kind=exit_data_nowait endpoint=end");
  cts_total_range("data-op.bytes", own, 2,
                  "target_data_op_emi endpoint=begin " TO_DEVICE " bytes=%zu", sizeof a);
}
