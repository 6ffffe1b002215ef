// copyprivate hands a value to all members; the worksharing events are those of single.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(3)
  {
    int value = 0, ran = 0;
    cts_mark();
#pragma omp single copyprivate(value)
    {
      cts_body("single");
      value = 42;
      ran = 1;
    }
    cts_count("single.executor-is-runner", value == 42 && ran,
              "work work_type=single_executor endpoint=begin");
    cts_count("single.other-pair", !ran, "work work_type=single_other endpoint=begin");
  }
  cts_total("single.executor-one", 1, "work work_type=single_executor endpoint=begin");
}
