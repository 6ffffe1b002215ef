// A runtime that is nothing but this file, with a thread that is sampled: asked_runtime CHECKER
// MODE. In a signal handler ompt_get_state (ompt_get_parallel_info for "unreadable") does what MODE
// says. The program ends after a fixed number of samples, and prints "end".
#define _GNU_SOURCE
#include "cts_allocations.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

typedef void (*entry_point_t)(void);
typedef entry_point_t (*lookup_t)(const char *);
typedef struct {
  int (*initialize)(lookup_t, int, void *);
  void (*finalize)(void *);
  uint64_t tool_data;
} result_t;

enum { thread_begin = 1, thread_end = 2, worker = 2, always = 5, samples_enough = 200 };

static const char *mode;
static entry_point_t callbacks[64];
static uint64_t thread_data;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char *bad_memory;
static const volatile unsigned long long *taken;

static int is(const char *name) { return strcmp(mode, name) == 0; }

static void spin(double seconds) {
  struct timespec start, now;
  clock_gettime(CLOCK_MONOTONIC, &start);
  do
    clock_gettime(CLOCK_MONOTONIC, &now);
  while ((double)(now.tv_sec - start.tv_sec) + 1e-9 * (double)(now.tv_nsec - start.tv_nsec) <
         seconds);
}

static void wait_for(time_t seconds) {
  struct timespec rest = {seconds, 0};
  while (nanosleep(&rest, &rest) != 0) {
  }
}

static int misbehave(void) {
  if (!taken || *taken != 20) // once, after a while
    return 0;
  if (is("hangs"))
    for (volatile int forever = 1; forever;) {
    }
  if (is("deadlocks")) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex);
  }
  if (is("slow"))
    spin(2);
  if (is("sleeps"))
    wait_for(2);
  if (is("allocates"))
    free(malloc(1234));
  if (is("crashes"))
    *(volatile int *)16 = 0;
  if (is("aborts"))
    abort();
  if (is("divides")) {
    volatile int something = 1, nothing = 0;
    return something / nothing;
  }
  return 0;
}

static int set_callback(int event, entry_point_t callback) {
  if (event >= 0 && event < 64)
    callbacks[event] = callback;
  return always;
}
static int get_state(uint64_t *wait_id) {
  if (wait_id)
    *wait_id = 0;
  return misbehave();
}
static void *get_thread_data(void) { return &thread_data; }
static int get_parallel_info(int level, void **data, int *size) {
  if (!is("unreadable") || level > 0)
    return is("lies") && level == 0 ? 7 : 0;
  if (data)
    *data = bad_memory;
  if (size)
    *size = 1;
  return 2;
}

static entry_point_t lookup(const char *name) {
  if (strcmp(name, "ompt_set_callback") == 0)
    return (entry_point_t)set_callback;
  if (strcmp(name, "ompt_get_state") == 0)
    return (entry_point_t)get_state;
  if (strcmp(name, "ompt_get_thread_data") == 0)
    return (entry_point_t)get_thread_data;
  if (strcmp(name, "ompt_get_parallel_info") == 0)
    return (entry_point_t)get_parallel_info;
  return NULL;
}

int main(int argc, char **argv) {
  void *checker = dlopen(argc > 2 ? argv[1] : "", RTLD_NOW | RTLD_GLOBAL);
  if (!checker)
    return 3;
  mode = argv[2];
  bad_memory = (char *)mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  result_t *(*start_tool)(unsigned, const char *) =
      (result_t * (*)(unsigned, const char *)) dlsym(checker, "ompt_start_tool");
  const volatile unsigned long long *(*count)(void) =
      (const volatile unsigned long long *(*)(void))dlsym(checker, "ompt_cts_sample_count");
  result_t *result = start_tool(202111, "a runtime");
  if (!result)
    return 4;
  result->initialize(lookup, 0, &result->tool_data);
  cts_watch_allocations();
  ((void (*)(int, uint64_t *))callbacks[thread_begin])(worker, &thread_data);
  taken = count();
  while (taken && *taken < samples_enough) {
  }
  ((void (*)(uint64_t *))callbacks[thread_end])(&thread_data);
  result->finalize(&result->tool_data);
  puts("end");
  return taken == NULL;
}
