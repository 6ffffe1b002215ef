// Signals where constructs end otherwise than in their turn: cancelled loops, sections and
// taskgroups with tasks that are thrown away, and tasks that are complete before their event is.
// RULES: sigsafe.inquiry sigsafe.consistent
// REQUIRES: detach
// ENV: OMP_CANCELLATION=true
// RECORD: --sample=20000
#include "cts.h"

static void cancel_in_turn(void) {
#pragma omp for schedule(static)
  for (int i = 0; i < 4; ++i) {
#pragma omp cancel for
  }
#pragma omp sections
  {
#pragma omp section
    {
#pragma omp cancel sections
    }
#pragma omp section
    {
#pragma omp cancellation point sections
    }
  }
#pragma omp single
#pragma omp taskgroup
  for (int i = 0; i < 8; ++i) {
#pragma omp task
    {
#pragma omp cancel taskgroup
    }
  }
}

static void fulfil_late(void) {
  omp_event_handle_t event = (omp_event_handle_t)0;
  int done = 0;
#pragma omp task detach(event) shared(done)
  cts_announce(&done);
  cts_await(&done);
  omp_fulfill_event(event);
#pragma omp taskwait
}

int main(void) {
  do {
#pragma omp parallel num_threads(2)
    {
      cancel_in_turn();
#pragma omp single
      fulfil_late();
    }
  } while (cts_wants_samples(8000));
}
