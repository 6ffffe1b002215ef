// A hint on critical is passed to acquire; a runtime that no longer knows it says none.
// RULES: mutex.hint critical.sequence
#include "cts.h"

int main(void) {
  cts_expect("mutex.hint", "mutex_acquire => hint=0/%d", (int)omp_sync_hint_contended);
#pragma omp critical(contended) hint(omp_sync_hint_contended)
  cts_body("critical");
  cts_expect("mutex.hint", "mutex_acquire => hint=0/%d", (int)omp_sync_hint_uncontended);
#pragma omp critical(uncontended) hint(omp_sync_hint_uncontended)
  cts_body("critical");
  cts_expect("mutex.hint", "mutex_acquire => hint=0");
#pragma omp critical(plain)
  cts_body("critical");
}
