/* Programs whose waits are known: each of them, chosen by its number, notes when it worked and when
   it waited, by its own clock, and prints for which sort of wait how long threads waited while
   others worked: "critical 0.123456". */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { most = 4096 };
typedef struct {
  int thread;
  double begin, end;
} Interval;
static Interval works[most], waits[most];
static int worked, waited;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
static void note(Interval *list, int *count, double begin, double end) {
  int at = __atomic_fetch_add(count, 1, __ATOMIC_SEQ_CST);
  list[at] = (Interval){omp_get_thread_num(), begin, end};
}
static void work(double milliseconds) {
  double begin = now();
  while (now() < begin + milliseconds * 1e-3)
    ;
  note(works, &worked, begin, now());
}
/* The time of all waits in which another thread was at work, and the waiting one was not. */
static double truth(void) {
  double sum = 0;
  for (int w = 0; w < waited; w++) {
    double at = waits[w].begin;
    while (at < waits[w].end) {
      double next = waits[w].end;
      int others = 0, own = 0;
      for (int i = 0; i < worked; i++) {
        const int inside = works[i].begin <= at && at < works[i].end;
        if (inside && works[i].end < next)
          next = works[i].end;
        if (works[i].begin > at && works[i].begin < next)
          next = works[i].begin;
        own |= inside && works[i].thread == waits[w].thread;
        others |= inside && works[i].thread != waits[w].thread;
      }
      if (others && !own)
        sum += next - at;
      at = next;
    }
  }
  return sum;
}

/* Each thread works so long before a barrier, and waits until all have come. */
static double came[16];
static void meet(double milliseconds) {
  work(milliseconds);
  came[omp_get_thread_num()] = now();
}
static void met(int threads) {
  double last = 0;
  for (int i = 0; i < threads; i++)
    last = came[i] > last ? came[i] : last;
  for (int i = 0; i < threads; i++)
    waits[waited++] = (Interval){i, came[i], last};
}

static void barriers(int which) {
  int threads = which == 0 ? 2 : 3;
#pragma omp parallel num_threads(threads)
  {
    const int me = omp_get_thread_num();
    switch (which) {
    case 0: /* one is late */
    case 1:
      meet(me == 0 ? 60 : 5);
      break;
    case 2: /* one after the other */
      meet(20 * (me + 1));
      break;
    case 3: /* an explicit barrier */
      meet(me == 2 ? 50 : 4);
#pragma omp barrier
      break;
    case 4: /* a loop whose last part is long */
#pragma omp for schedule(static, 1) nowait
      for (int i = 0; i < 3; i++)
        meet(10 + 25 * i);
      break;
    case 5: /* sections of different lengths, and the barrier of the worksharing */
#pragma omp for schedule(static, 1)
      for (int i = 0; i < 3; i++)
        meet(i == 1 ? 55 : 5);
      break;
    case 6: /* two are late */
      meet(me ? 50 : 5);
      break;
    }
  }
  met(threads);
}

static void mutexes(int which) {
  omp_lock_t lock;
  omp_nest_lock_t nested;
  omp_init_lock(&lock);
  omp_init_nest_lock(&nested);
  const int rounds = which % 2 ? 3 : 1;
#pragma omp parallel num_threads(2 + which % 2)
  for (int i = 0; i < rounds; i++) {
    double asked = now();
    switch (which / 2) {
    case 0:
#pragma omp critical
    {
      note(waits, &waited, asked, now());
      work(30);
    } break;
    case 1:
      omp_set_lock(&lock);
      note(waits, &waited, asked, now());
      work(30);
      omp_unset_lock(&lock);
      break;
    case 2:
      omp_set_nest_lock(&nested);
      note(waits, &waited, asked, now());
      work(30);
      omp_unset_nest_lock(&nested);
      break;
    }
  }
  omp_destroy_lock(&lock);
  omp_destroy_nest_lock(&nested);
}

static void tasks(int which) {
#pragma omp parallel num_threads(2)
#pragma omp master
  {
    int started = 0;
#pragma omp taskgroup
    {
#pragma omp task shared(started)
      {
        __atomic_store_n(&started, 1, __ATOMIC_SEQ_CST);
        work(which == 1 ? 90 : 50);
      }
      while (!__atomic_load_n(&started, __ATOMIC_SEQ_CST)) /* the other thread has it */
        ;
      const double begin = now();
#pragma omp taskwait
      note(waits, &waited, begin, now());
    }
  }
}

/* The pool waits while the program is between two regions. GCC removes empty regions. */
static void serial(int which) {
  const int threads = 2 + which;
  for (int i = 0; i < 2; i++) {
#pragma omp parallel num_threads(threads)
    __asm__ volatile("");
    const double begin = now();
    work(60);
    const double end = now();
    for (int t = 1; t < threads; t++)
      waits[waited++] = (Interval){t, begin, end};
  }
#pragma omp parallel num_threads(threads)
  __asm__ volatile("");
}

int main(int count, char **words) {
  const int which = count > 1 ? atoi(words[1]) : 0;
  static const char *const sorts[] = {"barrier", "critical", "lock", "lock", "tasks", "idle"};
  int sort = 0;
  if (which < 7)
    barriers(which);
  else if (which < 13)
    mutexes(which - 7), sort = 1 + (which - 7) / 2;
  else if (which < 16)
    tasks(which - 13), sort = 4;
  else
    serial(which - 16), sort = 5;
  printf("%s %.6f\n", sorts[sort], truth());
}
