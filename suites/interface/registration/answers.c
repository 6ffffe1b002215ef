// The runtime's answer to each registration, and the answer of get_callback afterwards, are recorded
// when the tool starts: this program needs no more than a start.
// RULES: set-callback.mandatory-always set-callback.value-range set-callback.never-impossible
// RULES: set-callback.unknown-event get-callback.found get-callback.absent
// RULES: set-callback.error-not-listed get-callback.never-registered-but-stored
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(1)
  cts_body("parallel");
}
