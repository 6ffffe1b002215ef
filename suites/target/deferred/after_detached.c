// A region waits for a task that ends only when its event is fulfilled.
// RULES: target.begin-after-dependences target.pair
#include "../device.h"

int main(void) {
  int x = 1;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : x)
    x += 1;
#pragma omp task firstprivate(event)
    omp_fulfill_event(event);
#pragma omp target map(tofrom : x) depend(inout : x) nowait
    x *= 10;
#pragma omp taskwait
  }
  cts_total("target.pair", 1, "target_emi kind=target/target_nowait endpoint=end");
  return x != 20;
}
