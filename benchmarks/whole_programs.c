/* whole_programs fib|loops|compute: many tiny tasks, regions with a little work in each, or one with
 * much, on two threads. Says how many seconds it took.
 * whole_programs compute RATE: each thread is interrupted RATE times a second, for nothing.
 * whole_programs pauses RATE [interrupted]: how long a thread that does nothing but look at the clock
 * stands still for each of RATE interruptions a second, for nothing or (without the last word) by
 * somebody else's; says the median in microseconds instead. */
#define _GNU_SOURCE
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { elements = 20000, regions = 3000, depth = 23, most_pauses = 1000000 };
static double a[elements], b[elements];

static int fib(int n) {
  int x, y;
  if (n < 2)
    return n;
#pragma omp task untied shared(x)
  x = fib(n - 1);
#pragma omp task untied shared(y)
  y = fib(n - 2);
#pragma omp taskwait
  return x + y;
}

static void nothing(int signal) { (void)signal; }

/* As the checker's sampler does, by the clock on the wall: what the machine asks for a signal. */
static void interrupt_this_thread(long rate) {
  struct sigevent notify = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGRTMAX};
  const struct timespec interval = {rate == 1, rate == 1 ? 0 : 1000000000 / rate};
  const struct itimerspec setting = {interval, interval};
  timer_t timer;
  notify._sigev_un._tid = (int)syscall(SYS_gettid);
  timer_create(CLOCK_MONOTONIC, &notify, &timer);
  timer_settime(timer, 0, &setting, NULL);
}

static int longer_first(const void *one, const void *other) {
  const double a = *(const double *)one, b = *(const double *)other;
  return a > b ? -1 : a < b;
}

static double microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

/* As many pauses as there were interruptions, the longest: below a millisecond, above which another
 * program had the processor. */
static double median_pause(long rate) {
  static double pauses[most_pauses];
  long count = 0;
  double last = microseconds(), spent = 0;
  while (spent < 1e6 && count < most_pauses) {
    const double now = microseconds(), pause = now - last;
    last = now;
    if (pause >= 1e3)
      continue;
    spent += pause;
    if (pause > 1)
      pauses[count++] = pause;
  }
  qsort(pauses, (size_t)count, sizeof pauses[0], longer_first);
  return pauses[(count < rate ? count : rate) / 2];
}

int main(int argc, char **argv) {
  volatile int result = 0;
  const double began = omp_get_wtime();
  if (argc > 1 && !strcmp(argv[1], "fib")) {
#pragma omp parallel num_threads(2)
#pragma omp single
    result = fib(depth);
  } else if (argc > 2 && !strcmp(argv[1], "pauses")) {
    signal(SIGRTMAX, nothing);
#pragma omp parallel num_threads(1)
    {
      if (argc > 3)
        interrupt_this_thread(atol(argv[2]));
      printf("%.2f\n", median_pause(atol(argv[2])));
    }
    return 0;
  } else if (argc > 1 && !strcmp(argv[1], "compute")) {
    double sum = 0;
    const long rate = argc > 2 ? atol(argv[2]) : 0;
    signal(SIGRTMAX, nothing);
    if (rate) {
#pragma omp parallel num_threads(2)
      interrupt_this_thread(rate);
    }
#pragma omp parallel for num_threads(2) reduction(+ : sum)
    for (long i = 1; i < 1500L * 1000 * 1000; ++i)
      sum += 1.0 / (double)i;
    result = (int)sum;
  } else {
    for (int region = 0; region < regions; ++region) {
#pragma omp parallel for num_threads(2)
      for (int i = 0; i < elements; ++i)
        a[i] = a[i] * 0.5 + b[i] + region;
    }
  }
  printf("%.5f\n", omp_get_wtime() - began);
  return 0;
}
