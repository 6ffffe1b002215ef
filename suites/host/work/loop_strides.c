// Loops that count down, by steps, and from other starts: the count is that of the iterations.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    cts_expect("loop.count", "work endpoint=begin => count=7");
#pragma omp for schedule(dynamic)
    for (int i = 100; i > 79; i -= 3)
      cts_body("loop");
    cts_after("loop");
    cts_expect("loop.count", "work endpoint=begin => count=5");
#pragma omp for schedule(dynamic)
    for (long i = -7; i <= 2; i += 2)
      cts_body("loop");
    cts_after("loop");
    cts_expect("loop.count", "work endpoint=begin => count=4");
#pragma omp for schedule(guided)
    for (unsigned long long i = 3000000000ULL; i < 3000000004ULL; i++)
      cts_body("loop");
    cts_after("loop");
  }
}
