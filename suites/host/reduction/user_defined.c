// A user-defined reduction, which no hardware instruction can do: bracketed by events
// somewhere in the team.
// REQUIRES: visible_reduction
#include "cts.h"

struct range {
  int low, high;
};

static void merge(struct range *into, const struct range *from) {
  if (from->low < into->low)
    into->low = from->low;
  if (from->high > into->high)
    into->high = from->high;
}

#pragma omp declare reduction(merge : struct range : merge(&omp_out, &omp_in))                     \
    initializer(omp_priv = omp_orig)

int main(void) {
  int threads = 1;
  struct range r = {1000, -1000};
#pragma omp parallel num_threads(8)
  {
    if (omp_get_thread_num() == 0)
      threads = omp_get_num_threads();
#pragma omp for reduction(merge : r) schedule(dynamic)
    for (int i = 0; i < 20; i++) {
      struct range one = {i, i};
      merge(&r, &one);
    }
  }
  cts_total_range("reduction.occurs", threads > 1, 1000, "reduction endpoint=begin");
  cts_total_range("reduction.pair", threads > 1, 1000, "reduction endpoint=end");
}
