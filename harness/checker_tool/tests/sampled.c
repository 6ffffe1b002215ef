// Programs with signals of their own that are sampled: sampled MODE. Each prints "end" and the
// number of what it has counted wrong, 0.
#define _GNU_SOURCE
#include "cts.h"

#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t counted;
static void count(int signal) {
  (void)signal;
  ++counted;
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
static void compute(double how_long) {
  for (const double end = seconds() + how_long; seconds() < end;) {
  }
}
static void region(void) {
#pragma omp parallel num_threads(2)
  compute(0.05);
}
// Waits until this thread and others have had that many samples more.
static void sampled(unsigned long long many) {
  const volatile unsigned long long *taken = cts_sample_count();
  for (const unsigned long long enough = taken ? *taken + many : 0; taken && *taken < enough;) {
  }
}

// The timer and the handler of the program's own profiler go on as before.
static int itimer(void) {
  const struct itimerval often = {{0, 1000}, {0, 1000}}, never = {{0, 0}, {0, 0}};
  struct sigaction found;
  signal(SIGPROF, count);
  setitimer(ITIMER_PROF, &often, NULL);
  region();
  while (counted < 20) {
  }
  sampled(100);
  setitimer(ITIMER_PROF, &never, NULL);
  sigaction(SIGPROF, NULL, &found);
  return found.sa_handler != count;
}

// The thread blocks all signals and waits for any: only the program's own may come.
static int waits(void) {
  sigset_t all, pending;
  siginfo_t info;
  int wrong = 0;
  sigfillset(&all);
  region();
  sigpending(&pending);
  for (int signal = 1; signal <= 64; ++signal)
    wrong += sigismember(&pending, signal) == 1;
  pthread_kill(pthread_self(), SIGUSR1);
  wrong += sigwaitinfo(&all, &info) != SIGUSR1;
  return wrong;
}

// The program reads one of its signals from a descriptor.
static int descriptor(void) {
  sigset_t own;
  struct signalfd_siginfo info;
  sigemptyset(&own);
  sigaddset(&own, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &own, NULL);
  const int file = signalfd(-1, &own, 0);
  region();
  pthread_kill(pthread_self(), SIGUSR2);
  sampled(50);
  const int wrong = read(file, &info, sizeof info) != sizeof info || info.ssi_signo != SIGUSR2;
  return close(file) || wrong;
}

// A sample interrupts a handler on a small alternate stack: the memory below stays unchanged.
enum { small_stack = 8192, below = 64 * 1024 };
static void on_small_stack(int signal) {
  count(signal);
  compute(0.3);
}
static int alternate(void) {
  unsigned char *memory = (unsigned char *)mmap(NULL, below + small_stack, PROT_READ | PROT_WRITE,
                                                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memset(memory, 0x5a, below);
  const stack_t stack = {.ss_sp = memory + below, .ss_size = small_stack};
  struct sigaction action = {0};
  int wrong = sigaltstack(&stack, NULL) != 0;
  action.sa_handler = on_small_stack;
  action.sa_flags = SA_ONSTACK;
  sigaction(SIGUSR1, &action, NULL);
  region();
  pthread_kill(pthread_self(), SIGUSR1);
  for (int i = 0; i < below; ++i)
    wrong += memory[i] != 0x5a;
  return wrong + (counted != 1);
}

// The checker's question on an alternate stack ends in a fault, or is asked at once: the checker
// does not read above that stack without need.
static int bounded(void) {
  const size_t size = 64 * 1024, page = (size_t)sysconf(_SC_PAGESIZE);
  unsigned char *memory = (unsigned char *)mmap(NULL, size + page, PROT_READ | PROT_WRITE,
                                                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const stack_t stack = {.ss_sp = memory, .ss_size = size};
  struct sigaction action = {0};
  int wrong = mprotect(memory + size, page, PROT_NONE) != 0 || sigaltstack(&stack, NULL) != 0;
  action.sa_handler = on_small_stack;
  action.sa_flags = SA_ONSTACK;
  sigaction(SIGUSR1, &action, NULL);
  region();
  pthread_kill(pthread_self(), SIGUSR1);
  return wrong + (counted != 1);
}

// The runtime begins on a thread with a small stack.
static void *begins_all(void *unused) {
  omp_set_dynamic(0);
  region();
  return unused;
}
static int small_thread(void) {
  const size_t size = 64 * 1024, guard = 1024 * 1024; // a large frame would miss a smaller one
  char *memory = (char *)mmap(NULL, guard + size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_t thread;
  pthread_attr_t small;
  pthread_attr_init(&small);
  int wrong = mprotect(memory + guard, size, PROT_READ | PROT_WRITE) != 0;
  wrong += pthread_attr_setstack(&small, memory + guard, size) != 0;
  wrong += pthread_create(&thread, &small, begins_all, NULL) != 0;
  return wrong + (pthread_join(thread, NULL) != 0);
}

// Children, each with its own region; one is aborted.
static int forks(void) {
  int wrong = 0, status;
  for (int aborts = 0; aborts < 2; ++aborts) {
    const pid_t child = fork();
    if (child == 0) {
      compute(0.05);
      if (aborts)
        abort();
      _exit(7);
    }
    waitpid(child, &status, 0);
    wrong += aborts ? !WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT
                    : !WIFEXITED(status) || WEXITSTATUS(status) != 7;
  }
  region();
  return wrong;
}

// Ends in a thread that is not the first.
static void *ends_all(void *unused) {
  region();
  puts("end 0");
  exit(0);
  return unused;
}
static int exits(void) {
  pthread_t thread;
  region();
  pthread_create(&thread, NULL, ends_all, NULL);
  pthread_join(thread, NULL);
  return 1;
}

// Many threads at once, each one an OpenMP thread.
enum { many = 500 };
static void *one_of_many(void *barrier) {
#pragma omp parallel num_threads(1)
  compute(0.001);
  pthread_barrier_wait((pthread_barrier_t *)barrier);
  return NULL;
}
static int threads(void) {
  pthread_t all[many];
  pthread_attr_t small;
  pthread_barrier_t barrier;
  int wrong = 0;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 256 * 1024);
  pthread_barrier_init(&barrier, NULL, many);
  for (int i = 0; i < many; ++i)
    wrong += pthread_create(&all[i], &small, one_of_many, &barrier) != 0;
  for (int i = 0; i < many; ++i)
    wrong += pthread_join(all[i], NULL) != 0;
  return wrong;
}

// Faults of the program, handled by a handler that the program set before the runtime began, or
// later ("own"): the handler is called with its signal blocked, and only once if the program asked
// for that.
static sigjmp_buf back;
static sigset_t blocked;
static void jump(int signal) {
  (void)signal;
  siglongjmp(back, 1);
}

// The program's handler leaves by a jump, which must not end our handler in the middle: samples go
// on.
static int jumps(void) {
  const struct itimerval soon = {{0, 0}, {0, 100}};
  signal(SIGALRM, jump);
  for (volatile int i = 0; i < 3000; ++i)
    if (sigsetjmp(back, 1) == 0) {
      setitimer(ITIMER_REAL, &soon, NULL);
      compute(60);
      return 1;
    }
  sampled(20);
  return 0;
}

// The same between regions, whose workers block the signal: the first thread jumps.
static int jumps_between_regions(void) {
  sigset_t alarms;
  sigemptyset(&alarms);
  sigaddset(&alarms, SIGALRM);
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() != 0)
    pthread_sigmask(SIG_BLOCK, &alarms, NULL);
  const int wrong = jumps();
  region();
  return wrong;
}

// The program takes all real-time signals, ours among them: its workers are not sampled.
static int takes_signals(void) {
  for (int number = SIGRTMIN; number <= SIGRTMAX; ++number)
    signal(number, count);
  region();
  return 0;
}

static void fault(int signal) {
  count(signal);
  pthread_sigmask(SIG_BLOCK, NULL, &blocked);
  siglongjmp(back, 1);
}
static void on_abort(int signal) {
  count(signal);
  raise(signal); // default now: blocked until this handler returns
}
static void prepare_faults(void) {
  struct sigaction action = {0};
  action.sa_handler = fault;
  sigaddset(&action.sa_mask, SIGUSR2);
  sigaction(SIGSEGV, &action, NULL);
  action.sa_handler = on_abort;
  action.sa_flags = SA_RESETHAND;
  sigaction(SIGABRT, &action, NULL);
}
static int faults(void) {
  int wrong = 0;
  region();
  for (volatile int i = 0; i < 3; ++i) {
    if (sigsetjmp(back, 1) == 0)
      *(volatile int *)16 = 0;
    wrong += !sigismember(&blocked, SIGSEGV) || !sigismember(&blocked, SIGUSR2);
  }
  region();
  return wrong + (counted != 3);
}
static int aborts(void) {
  region();
  printf("end 0\n");
  fflush(stdout);
  raise(SIGABRT); // ends the program: the handler is called once
  return 1;
}

// The frame pointer's register need not hold a frame pointer: a frame there would lie around the
// end of the address space.
static int no_frame_pointer(void) {
  region();
#if defined(__x86_64__)
  unsigned long turns = 500000000;
  __asm__ volatile("sub $128, %%rsp\n" // a leaf function may keep data below its stack pointer
                   "push %%rbp\n"
                   "mov $-8, %%rbp\n"
                   "1: dec %0\n"
                   "jnz 1b\n"
                   "pop %%rbp\n"
                   "add $128, %%rsp"
                   : "+a"(turns)
                   :
                   : "cc", "memory");
#endif
  return 0;
}

// Two threads share a processor, and the checker's perturbation holds one of them in most of its
// callbacks. Prints the place of the checker's code.
static int held(void) {
  char line[512], rights[5] = "";
  unsigned long low, high;
  FILE *maps = fopen("/proc/self/maps", "r");
  while (maps && fgets(line, sizeof line, maps))
    if (sscanf(line, "%lx-%lx %4s", &low, &high, rights) == 3 && rights[2] == 'x' &&
        strstr(line, "libompt-checker"))
      printf("%lu %lu ", low, high);
#pragma omp parallel num_threads(2)
  {
    cpu_set_t first;
    CPU_ZERO(&first);
    CPU_SET(sched_getcpu(), &first);
#pragma omp single copyprivate(first)
    {}
    sched_setaffinity(0, sizeof first, &first);
    omp_lock_t own;
    omp_init_lock(&own);
    for (int i = 0; i < 400; ++i) {
      compute(0.001);
      omp_set_lock(&own);
      omp_unset_lock(&own);
    }
  }
  return 0;
}

static const struct {
  const char *name;
  int (*run)(void);
} modes[] = {{"itimer", itimer},
             {"waits", waits},
             {"descriptor", descriptor},
             {"alternate", alternate},
             {"forks", forks},
             {"exits", exits},
             {"held", held},
             {"threads", threads},
             {"faults", faults},
             {"own", faults},
             {"aborts", aborts},
             {"jumps", jumps},
             {"regions", jumps_between_regions},
             {"takes", takes_signals},
             {"register", no_frame_pointer},
             {"bounded", bounded},
             {"small", small_thread}};

int main(int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "";
  sigset_t all;
  sigfillset(&all);
  if (strcmp(mode, "waits") == 0)
    pthread_sigmask(SIG_BLOCK, &all, NULL);
  if (strcmp(mode, "faults") == 0 || strcmp(mode, "aborts") == 0)
    prepare_faults();
  if (strcmp(mode, "small") != 0)
    omp_set_dynamic(0); // the runtime begins here
  if (strcmp(mode, "own") == 0)
    prepare_faults();
  for (size_t i = 0; i < sizeof modes / sizeof modes[0]; ++i)
    if (strcmp(mode, modes[i].name) == 0) {
      const int wrong = modes[i].run();
      printf("end %d\n", wrong);
      return wrong != 0;
    }
  return 2;
}
