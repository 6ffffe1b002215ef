// Regions in explicit tasks: the task that encounters the construct is its context.
// RULES: target.context target.pair task-create.has-dependences
#include "../device.h"

int main(void) {
  int sum = 0;
  (void)separate_storage();
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 6; i++) {
#pragma omp task shared(sum)
    {
      int x = i;
      cts_body("task");
      cts_expect("target.context", "target_emi endpoint=begin => task=current");
#pragma omp target map(tofrom : x)
      x++;
#pragma omp atomic
      sum += x;
    }
  }
  cts_total_range("target.pair", 7, 8, "target_emi kind=target endpoint=begin");
  return sum != 21;
}
