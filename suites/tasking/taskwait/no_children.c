// A taskwait without children is still a taskwait region, on every member; whether anything is awaited
// is open.
// RULES: taskwait.pair-kind sync.pair sync.wait-inside
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    cts_mark();
#pragma omp taskwait
    cts_count("taskwait.pair-kind", 1, "sync_region kind=taskwait endpoint=begin");
    cts_count("taskwait.pair-kind", 1, "sync_region kind=taskwait endpoint=end");
  }
}
