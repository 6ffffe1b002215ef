// The host entry points are looked up when the tool starts.
// RULES: lookup.all-host-names lookup.unknown-null init.lookup-nonnull lookup.code
// RULES: lookup.usable-later lookup.stable
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(1)
  cts_body("parallel");
}
