// Where there are several constructs of a kind in a function, each event has the return address of
// its own construct: one in the construct's lines.
// REQUIRES: visible_static_loop, visible_sections, visible_master
#include "cts.h"

/* Around a construct: this thread's events of that kind meanwhile have addresses in this function,
 * and in the lines between. */
#define FROM_HERE() (first = __LINE__, cts_mark())
#define TO_HERE(event)                                                                             \
  (cts_count("codeptr.in-function", 0, event " codeptr_ra@function!=%s", __func__),                \
   cts_count("codeptr.in-lines", 0, event " codeptr_ra@lines!=%d-%d", first, __LINE__))

#define SYNC_TO_HERE() (TO_HERE("sync_region"), TO_HERE("sync_region_wait"))
#define MUTEX_TO_HERE()                                                                            \
  (TO_HERE("mutex_acquire"), TO_HERE("mutex_acquired"), TO_HERE("mutex_released"))

/* Every construct stands twice in its function: an event with the other one's address is in the
   right function and yet wrong. */
static int x, y;

static void barriers(void) {
  int first;
  FROM_HERE();
#pragma omp barrier
  SYNC_TO_HERE();
  FROM_HERE();
#pragma omp barrier
  SYNC_TO_HERE();
}

static void waits(void) {
  int first;
  FROM_HERE();
#pragma omp task
  cts_body("task");
#pragma omp taskwait
  SYNC_TO_HERE();
  TO_HERE("task_create");
  FROM_HERE();
#pragma omp task
  cts_body("task");
#pragma omp taskwait
  SYNC_TO_HERE();
  TO_HERE("task_create");
  FROM_HERE();
#pragma omp taskgroup
  {
#pragma omp task if (0)
    cts_body("task");
  }
  SYNC_TO_HERE();
  TO_HERE("task_create");
  FROM_HERE();
#pragma omp taskgroup
  {
#pragma omp task if (0)
    cts_body("task");
  }
  SYNC_TO_HERE();
  TO_HERE("task_create");
}

static void worksharing(void) {
  int first;
  FROM_HERE();
#pragma omp for
  for (int i = 0; i < 4; i++)
    cts_body("loop");
  TO_HERE("work");
  SYNC_TO_HERE();
  FROM_HERE();
#pragma omp for schedule(dynamic)
  for (int i = 0; i < 4; i++)
    cts_body("loop");
  TO_HERE("work");
  SYNC_TO_HERE();
  FROM_HERE();
#pragma omp for schedule(guided)
  for (int i = 0; i < 4; i++)
    cts_body("loop");
  TO_HERE("work");
  SYNC_TO_HERE();
  FROM_HERE();
#pragma omp sections
  {
#pragma omp section
    cts_body("section");
#pragma omp section
    cts_body("section");
  }
  TO_HERE("work");
  SYNC_TO_HERE();
  FROM_HERE();
#pragma omp single
  cts_body("single");
  TO_HERE("work");
  SYNC_TO_HERE();
  FROM_HERE();
#pragma omp single
  cts_body("single");
  TO_HERE("work");
  SYNC_TO_HERE();
  FROM_HERE();
#pragma omp master
  cts_body("masked");
  TO_HERE("masked");

  FROM_HERE();
#pragma omp master
  cts_body("masked");
  TO_HERE("masked");
}

static void exclusion(void) {
  int first;
  FROM_HERE();
#pragma omp critical(one)
  x++;
  MUTEX_TO_HERE();
  FROM_HERE();
#pragma omp critical(two)
  y++;
  MUTEX_TO_HERE();
  FROM_HERE();
#pragma omp for ordered
  for (int i = 0; i < 4; i++) {
#pragma omp ordered
    x++;
  }
  cts_count("mutex.kind-consistent", 0, "mutex_acquire kind!=ordered");
  cts_count("mutex.kind-consistent", 0, "mutex_acquired kind!=ordered");
  cts_count("mutex.kind-consistent", 0, "mutex_released kind!=ordered");
  MUTEX_TO_HERE();
  FROM_HERE();
#pragma omp for ordered
  for (int i = 0; i < 4; i++) {
#pragma omp ordered
    y++;
  }
  MUTEX_TO_HERE();
  FROM_HERE();
#pragma omp flush
  TO_HERE("flush");
  FROM_HERE();
#pragma omp flush
  TO_HERE("flush");
}

/* The call of a routine, which makes this event once, and from its lines. */
#define ONCE(rule, event) (cts_count(rule, 1, event), TO_HERE(event))

/* The call of a test routine that gets the lock. */
#define TESTED_ONCE(kind)                                                                          \
  (cts_count("lock-test.kind", 0, "mutex_acquire kind!=" kind),                                    \
   cts_count("lock-test.kind", 0, "mutex_acquired kind!=" kind),                                   \
   ONCE("lock-test.kind", "mutex_acquire"), ONCE("lock-test.kind", "mutex_acquired"))

static void locks(void) {
  int first;
  omp_lock_t lock;
  omp_nest_lock_t nest;
  for (int i = 0; i < 3; i++) {
    FROM_HERE();
    omp_init_lock(&lock);
    ONCE("lock-init.event", "lock_init");
    FROM_HERE();
    omp_init_nest_lock(&nest);
    ONCE("lock-init.event", "lock_init");
    FROM_HERE();
    omp_set_lock(&lock);
    ONCE("lock-set.kind", "mutex_acquire");
    ONCE("lock-set.kind", "mutex_acquired");
    FROM_HERE();
    omp_unset_lock(&lock);
    ONCE("lock-set.kind", "mutex_released");
    FROM_HERE();
    x += omp_test_lock(&lock);
    TESTED_ONCE("test_lock");
    FROM_HERE();
    omp_unset_lock(&lock);
    ONCE("lock-set.kind", "mutex_released");
    FROM_HERE();
    x += omp_test_nest_lock(&nest);
    TESTED_ONCE("test_nest_lock");
    FROM_HERE();
    omp_unset_nest_lock(&nest);
    ONCE("lock-set.kind", "mutex_released");
    FROM_HERE();
    omp_set_nest_lock(&nest);
    ONCE("lock-set.kind", "mutex_acquire");
    ONCE("lock-set.kind", "mutex_acquired");
    FROM_HERE();
    omp_set_nest_lock(&nest);
    ONCE("nest-lock.owned", "mutex_acquire");
    ONCE("nest-lock.owned", "nest_lock endpoint=begin");
    FROM_HERE();
    x += omp_test_nest_lock(&nest);
    cts_count("lock-test.kind", 0, "mutex_acquire kind!=test_nest_lock");
    ONCE("nest-lock.owned", "mutex_acquire");
    ONCE("nest-lock.owned", "nest_lock endpoint=begin");
    FROM_HERE();
    omp_unset_nest_lock(&nest);
    ONCE("nest-lock.held", "nest_lock endpoint=end");
    FROM_HERE();
    omp_unset_nest_lock(&nest);
    ONCE("nest-lock.held", "nest_lock endpoint=end");
    FROM_HERE();
    omp_unset_nest_lock(&nest);
    ONCE("lock-set.kind", "mutex_released");
    FROM_HERE();
    omp_destroy_lock(&lock);
    ONCE("lock-destroy.event", "lock_destroy");
    FROM_HERE();
    omp_destroy_nest_lock(&nest);
    ONCE("lock-destroy.event", "lock_destroy");
  }
}

static void reductions(void) {
  int first;
  int sum = 0, product = 1;

  FROM_HERE();
#pragma omp parallel for num_threads(2) reduction(+ : sum)
  for (int i = 0; i < 4; i++)
    sum += i;
  TO_HERE("reduction");
  TO_HERE("parallel_begin");
  TO_HERE("parallel_end");
  TO_HERE("sync_region");
  FROM_HERE();
#pragma omp parallel for num_threads(2) reduction(* : product)
  for (int i = 1; i < 4; i++)
    product *= i;
  TO_HERE("reduction");
  TO_HERE("parallel_begin");
  TO_HERE("parallel_end");
  TO_HERE("sync_region");
  x += sum * product;
}

static void regions(void) {
  int first;
  FROM_HERE();
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  TO_HERE("parallel_begin");
  TO_HERE("parallel_end");
  SYNC_TO_HERE();
  FROM_HERE();
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  TO_HERE("parallel_begin");
  TO_HERE("parallel_end");
  SYNC_TO_HERE();
  FROM_HERE();
#pragma omp parallel if (0)
  x = 1;
  TO_HERE("parallel_begin");
  TO_HERE("parallel_end");
  FROM_HERE();
#pragma omp parallel if (0)
  x = 1;
  TO_HERE("parallel_begin");
  TO_HERE("parallel_end");
  FROM_HERE();
#pragma omp teams num_teams(2) thread_limit(1)
  x = 1;
  TO_HERE("parallel_begin flags&league");
  TO_HERE("parallel_end flags&league");
  SYNC_TO_HERE();

  FROM_HERE();
#pragma omp teams num_teams(2) thread_limit(1)
  x = 1;
  TO_HERE("parallel_begin flags&league");
  TO_HERE("parallel_end flags&league");
  SYNC_TO_HERE();
}

int main(void) {
  locks();
  for (int i = 0; i < 3; i++) {
    regions();
    reductions();
#pragma omp parallel num_threads(2)
    {
      barriers();
      waits();
      worksharing();
      exclusion();
    }
    /* This thread's events since the last construct inside belong to the region's end. */
    cts_count("codeptr.in-function", 0, "sync_region codeptr_ra@function!=main");
    cts_count("codeptr.in-function", 0, "sync_region_wait codeptr_ra@function!=main");
    cts_count("codeptr.in-function", 0, "parallel_end codeptr_ra@function!=main");
  }
}
