// Programs that make life hard for a recorder: hostile MODE. Each prints "sum 120" in the end.
#define _GNU_SOURCE
#include "cts.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

static long sum;

static void work(int first, int last) {
#pragma omp parallel num_threads(3)
#pragma omp for schedule(dynamic)
  for (int i = first; i < last; ++i) {
    cts_body("loop");
#pragma omp task
#pragma omp atomic
    sum += i;
  }
}

static void *thread_with_a_region(void *unused) {
#pragma omp parallel num_threads(1)
  cts_body("parallel");
  return unused;
}

// A thread that the runtime never learns of.
static void *thread_with_a_note(void *unused) {
  cts_value("foreign", "thread", 1, 1);
  return unused;
}

static void run_threads(int count, int together, void *(*function)(void *)) {
  pthread_t threads[64];
  for (int begun = 0; begun < count; begun += together) {
    for (int i = 0; i < together; ++i)
      if (pthread_create(&threads[i], NULL, function, NULL) != 0)
        exit(3);
    for (int i = 0; i < together; ++i)
      pthread_join(threads[i], NULL);
  }
}

static int finish(void) {
  printf("sum %ld\n", sum);
  return sum == 120 ? 0 : 1;
}

static ucontext_t outer, inner;
static void coroutine(void) {
  work(8, 12);
  swapcontext(&inner, &outer);
  work(12, 16);
}

// Goes to a stack of the program's own and back, several times.
static void run_coroutine(void) {
  static char stack[1 << 20];
  getcontext(&inner);
  inner.uc_stack.ss_sp = stack;
  inner.uc_stack.ss_size = sizeof stack;
  inner.uc_link = &outer;
  makecontext(&inner, coroutine, 0);
  for (int i = 0; i < 2; ++i) {
    swapcontext(&outer, &inner);
    work(0, 0);
  }
}

// The only free descriptor is that of the closed standard output, to which others may write: the
// descriptor must stay closed.
static int close_output(void) {
  const int output = fcntl(STDOUT_FILENO, F_DUPFD, 100);
  struct rlimit limit;
  if (output < 0 || getrlimit(RLIMIT_NOFILE, &limit) != 0)
    return 0;
  const rlim_t before = limit.rlim_cur;
  limit.rlim_cur = STDOUT_FILENO + 1;
  close(STDOUT_FILENO);
  setrlimit(RLIMIT_NOFILE, &limit);
  for (int i = 0; i < 20000; ++i) { // more than a packet of events
#pragma omp critical
    ++sum;
  }
  sum -= 20000;
  limit.rlim_cur = before;
  setrlimit(RLIMIT_NOFILE, &limit);
  return dup2(output, STDOUT_FILENO) == STDOUT_FILENO;
}

static int child_status(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 99;
}

static volatile sig_atomic_t signals, faults;

static void handler(int number) {
  if (number == SIGALRM)
    ++signals;
  else
    ++faults;
}

// The program handles all signals itself, without SA_RESTART, and is interrupted a thousand times a
// second. In the end every handler must still be the program's, and must have seen the timer alone.
static int work_with_signals(void) {
  struct sigaction action, found;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  for (int number = 1; number < 32; ++number)
    if (number != SIGKILL && number != SIGSTOP)
      sigaction(number, &action, NULL);
  struct itimerval often = {{0, 1000}, {0, 1000}}, never = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &often, NULL);
  for (long total = sum; signals < 100; sum = total) // the sum made meanwhile does not count
    work(0, 8);
  setitimer(ITIMER_REAL, &never, NULL);
  for (int number = 1; number < 32; ++number)
    if (number != SIGKILL && number != SIGSTOP &&
        (sigaction(number, NULL, &found) != 0 || found.sa_handler != handler))
      return 0;
  return faults == 0;
}

int main(int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "";
  if (strcmp(mode, "hides") == 0)
    umask(0777); // before the runtime starts
  work(0, 8);
  if (strcmp(mode, "closes") == 0) {
    for (int descriptor = 3; descriptor < 1024; ++descriptor)
      close(descriptor);
  } else if (strcmp(mode, "closed") == 0) {
    if (!close_output())
      return 3;
  } else if (strcmp(mode, "moves") == 0) {
    if (chdir("/") != 0)
      return 3;
  } else if (strcmp(mode, "forks") == 0) {
    const pid_t child = fork();
    if (child == 0) {
      work(8, 16);
      exit(finish());
    }
    if (child_status(child) != 0)
      return 3;
  } else if (strcmp(mode, "forks_unseen") == 0) { // the C library's fork handlers do not run
    const pid_t child = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    for (int i = 0; i < 1000; ++i) {
#pragma omp critical
      {}
    }
    if (child == 0)
      _exit(0);
    if (child_status(child) != 0)
      return 3;
  } else if (strcmp(mode, "execs") == 0) {
    execl("/proc/self/exe", argv[0], "plain", (char *)NULL);
    return 3;
  } else if (strcmp(mode, "foreign") == 0) {
    run_threads(8, 4, thread_with_a_note);
  } else if (strcmp(mode, "many") == 0) {
    run_threads(2000, 4, thread_with_a_region);
  } else if (strcmp(mode, "leaves") == 0) {
#pragma omp parallel num_threads(3)
#pragma omp master
    {
      sum = 120;
      exit(finish());
    }
  } else if (strcmp(mode, "stops") == 0) { // neither destructors nor the finalizer run
    sum = 120;
    finish();
    fflush(stdout);
    _exit(0);
  } else if (strcmp(mode, "coroutine") == 0) {
    run_coroutine();
    return finish();
  } else if (strcmp(mode, "signals") == 0) {
    if (!work_with_signals())
      return 3;
  } else if (strcmp(mode, "endless") == 0) {
    while (1)
      work(0, 8);
  } else if (strcmp(mode, "long") == 0) { // some megabytes of events
    for (int i = 0; i < 20000; ++i) {
#pragma omp parallel num_threads(2)
      cts_body("parallel");
    }
  }
  work(8, 16);
  return finish();
}
