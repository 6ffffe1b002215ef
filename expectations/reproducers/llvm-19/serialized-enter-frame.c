// SHOWS: frame.cleared-after frame.enter-null-in-user-code frame.enclosing-function
#include "cts.h"

int main(void) {
#pragma omp parallel if (0)
  cts_body("parallel");
  cts_after("parallel");
  cts_body("serial");
}
