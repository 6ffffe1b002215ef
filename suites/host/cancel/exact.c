// One thread cancels, the other waits for it at a cancellation point: each reports it once, where it
// happens, of the construct that is cancelled and from the line of its directive.
// REQUIRES: visible_static_loop, visible_sections
// ENV: OMP_CANCELLATION=true
#include "cts.h"
#include <sched.h>

enum { ROUNDS = 4 };

static int arrived; /* threads in the construct */

/* Returns 1 to the first thread and 0 to the other; neither goes on before both have come. */
static int first_of_two(void) {
  int before = __atomic_fetch_add(&arrived, 1, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&arrived, __ATOMIC_SEQ_CST) % 2 != 0)
    sched_yield();
  return before % 2 == 0;
}

/* This thread's events of the construct since its mark. Barriers are cancellation points, too, and
 * the texts leave open what is said there. */
static void judge(int cancels, const char *construct, const char *function, int line) {
  cts_count("cancel.activated", cancels, "cancel flags&activated");
  cts_count("cancel.detected", !cancels, "cancel flags&detected inside!=sync_region");
  cts_count("cancel.construct-bit", 1, "cancel flags=%s|%s inside!=sync_region", construct,
            cancels ? "activated" : "detected");
  cts_count("codeptr.in-function", 0, "cancel inside!=sync_region codeptr_ra@function!=%s",
            function);
  cts_count("codeptr.in-lines", 0, "cancel inside!=sync_region codeptr_ra@lines!=%d-%d", line,
            line);
}

#define PRAGMA(text) _Pragma(#text)

/* Inside the construct: one of the two cancels it, the other waits for that, in another line. */
#define MEET()                                                                                     \
  cancels = first_of_two();                                                                        \
  cts_expect("cancel.activated", "cancel => inside=work");
#define CANCEL(construct)                                                                          \
  if (cancels) {                                                                                   \
    line = __LINE__;                                                                               \
    PRAGMA(omp cancel construct)                                                                   \
  }
#define WAIT(construct)                                                                            \
  while (!cancels) {                                                                               \
    line = __LINE__;                                                                               \
    PRAGMA(omp cancellation point construct)                                                       \
    sched_yield();                                                                                 \
  }

static void loop(void) {
  int cancels = -1, line = 0;
  cts_mark();
#pragma omp for schedule(static, 1)
  for (int i = 0; i < 2; i++) {
    MEET()
    CANCEL(for)
    WAIT(for)
  }
  judge(cancels, "loop", __func__, line);
}

static void sections(void) {
  int cancels = -1, line = 0;
  cts_mark();
#pragma omp sections
  {
#pragma omp section
    {
      MEET()
      CANCEL(sections)
      WAIT(sections)
    }
#pragma omp section
    {
      MEET()
      CANCEL(sections)
      WAIT(sections)
    }
  }
  judge(cancels, "sections", __func__, line);
}

static void expect_place(const char *function, int line) {
  cts_expect("codeptr.in-function", "cancel => codeptr_ra@function=%s", function);
  cts_expect("codeptr.in-lines", "cancel => codeptr_ra@lines=%d-%d", line, line);
}

/* The thread's part in the last cancelled region. The thread leaves the region by a jump, and
 * counts later. */
static __thread int cancelled = -1;

static void judge_region(void) {
  if (cancelled >= 0) {
    cts_count("cancel.activated", cancelled, "cancel flags&activated");
    cts_count("cancel.detected", !cancelled, "cancel flags&detected inside!=sync_region");
  }
  cancelled = -1;
}

static void region(void) {
#pragma omp parallel num_threads(2)
  {
    const int cancels = omp_get_num_threads() < 2 || first_of_two();
    cts_mark();
    cancelled = cancels;
    if (cancels) {
      cts_expect("cancel.activated", "cancel => flags=parallel|activated inside!=sync_region");
      expect_place("region", __LINE__ + 1);
#pragma omp cancel parallel
    } else {
      cts_expect("cancel.detected", "cancel => flags=parallel|detected inside!=sync_region");
      expect_place("region", __LINE__ + 2);
      for (;;) {
#pragma omp cancellation point parallel
        sched_yield();
      }
    }
  }
}

static void taskgroup(void) {
#pragma omp taskgroup
  {
#pragma omp task
    {
#pragma omp task if (0)
      {
        cts_expect("cancel.activated", "cancel => flags=taskgroup|activated");
        expect_place("taskgroup", __LINE__ + 1);
#pragma omp cancel taskgroup
      }
      cts_expect("cancel.detected", "cancel => flags=taskgroup|detected");
      expect_place("taskgroup", __LINE__ + 1);
#pragma omp cancellation point taskgroup
    }
  }
}

int main(void) {
  int both = 1;
  for (int round = 0; round < ROUNDS; round++) {
#pragma omp parallel num_threads(2)
    {
      judge_region();
      if (omp_get_num_threads() < 2)
        both = 0;
      if (both) {
        loop();
        sections();
      }
#pragma omp master
      taskgroup();
    }
    region();
  }
#pragma omp parallel num_threads(2)
  judge_region();
  cts_total("cancel.activated", ROUNDS, "cancel flags=taskgroup|activated");
  cts_total("cancel.detected", ROUNDS, "cancel flags=taskgroup|detected");
}
