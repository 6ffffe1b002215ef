// The events of critical have kind critical; a less specific kind is acceptable, so each of the
// three must merely agree.
// RULES: mutex.kind-consistent mutex.kind-in-enum critical.sequence
#include "cts.h"

int main(void) {
  cts_expect("critical.sequence", "mutex_acquire => kind=critical/lock");
  cts_expect("mutex.kind-consistent", "mutex_acquire => kind=$kind");
  cts_expect("mutex.kind-consistent", "mutex_acquired => kind=$kind");
  cts_expect("mutex.kind-consistent", "mutex_released => kind=$kind");
#pragma omp critical
  cts_body("critical");
  cts_after("critical");
}
