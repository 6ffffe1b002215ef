// Many threads ask for many identifiers: none ever repeats.
// RULES: get-unique-id.unique
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(6)
  for (int i = 0; i < 20; i++)
    cts_body("parallel");
}
