// A loop variable of a 64-bit unsigned type and a count beyond 32 bit bounds.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_expect("taskloop.count", "work work_type=taskloop endpoint=begin => count=6");
#pragma omp taskloop
    for (unsigned long long i = 1ULL << 40; i < (1ULL << 40) + 6; i++)
      cts_body("taskloop");
  }
}
