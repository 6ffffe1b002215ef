// Loops with steps, downward, or with wide variables; the schedules are SCHEDULE and OTHER.
#pragma once

#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    cts_expect("loop.count", "work endpoint=begin => count=7");
#pragma omp for schedule(SCHEDULE)
    for (int i = 100; i > 79; i -= 3)
      cts_body("loop");
    cts_after("loop");
    cts_expect("loop.count", "work endpoint=begin => count=5");
#pragma omp for schedule(SCHEDULE)
    for (long i = -7; i <= 2; i += 2)
      cts_body("loop");
    cts_after("loop");
    cts_expect("loop.count", "work endpoint=begin => count=4");
#pragma omp for schedule(OTHER)
    for (unsigned long long i = 3000000000ULL; i < 3000000004ULL; i++)
      cts_body("loop");
    cts_after("loop");
  }
}
