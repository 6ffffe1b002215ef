// Constructors and copies that privatization calls, where the compiler lets the runtime call them.
// FLAGS: -O2
#include "stack.h"

namespace {

struct Number {
  int value = 0;
  Number() = default;
  Number(const Number &other) : value(other.value) {}
  ~Number() {}
};

} // namespace

int main() {
  Number number;
  number.value = 3;
  int sum = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop num_tasks(2) firstprivate(number) shared(sum)
  for (int i = 0; i < 4; ++i) {
    cts_body("taskloop");
#pragma omp atomic
    sum += number.value;
  }
  return sum != 12;
}
