// Each entry point that must be async-signal safe is called over and over by two threads in tasks
// of theirs, and interrupted there by a handler that calls it as well.
// RULES: sigsafe.inquiry sigsafe.consistent
// RUN: %cts-compile -O1 %s -o %t && %cts-record --sample=20000 %t.trace %t && %cts-validate %t.trace
#include "cts.h"

#include <stdint.h>

typedef void (*entry_point)(void);
static entry_point asked;

// The arguments that they have, from tools' point of view.
static void ask_number(void) { (void)((int (*)(void))asked)(); }
static void ask_thread_data(void) { (void)((void *(*)(void))asked)(); }
static void ask_unique_id(void) { (void)((uint64_t (*)(void))asked)(); }
static void ask_places(void) {
  int places[4];
  (void)((int (*)(int, int *))asked)(4, places);
}
static void ask_state(void) {
  uint64_t wait_id;
  (void)((int (*)(uint64_t *))asked)(&wait_id);
}
static void ask_parallel(void) {
  void *data;
  int size;
  for (int level = 0; ((int (*)(int, void **, int *))asked)(level, &data, &size) && level < 3;)
    ++level;
}
static void ask_task(void) {
  void *task, *frame, *parallel;
  int flags, number;
  (void)((int (*)(int, int *, void **, void **, void **, int *))asked)(0, &flags, &task, &frame,
                                                                       &parallel, &number);
}
static void ask_memory(void) {
  void *address;
  size_t size;
  (void)((int (*)(void **, size_t *, int))asked)(&address, &size, 0);
}
static void ask_target(void) {
  uint64_t device, target, operation;
  (void)((int (*)(uint64_t *, uint64_t *, uint64_t *))asked)(&device, &target, &operation);
}

static const struct {
  const char *name;
  void (*ask)(void);
} all[] = {
    {"ompt_get_thread_data", ask_thread_data},
    {"ompt_get_num_procs", ask_number},
    {"ompt_get_num_places", ask_number},
    {"ompt_get_place_num", ask_number},
    {"ompt_get_partition_place_nums", ask_places},
    {"ompt_get_proc_id", ask_number},
    {"ompt_get_state", ask_state},
    {"ompt_get_parallel_info", ask_parallel},
    {"ompt_get_task_info", ask_task},
    {"ompt_get_task_memory", ask_memory},
    {"ompt_get_target_info", ask_target},
    {"ompt_get_num_devices", ask_number},
    {"ompt_get_unique_id", ask_unique_id},
};

static entry_point looked_up(const char *name) {
  entry_point (*look_up)(const char *);
  void *found = cts_sink() ? dlsym((void *)0 /* RTLD_DEFAULT */, "ompt_cts_entry_point") : NULL;
  *(void **)&look_up = found;
  return found ? look_up(name) : NULL;
}

int main(void) {
  unsigned long long wanted = 0;
  for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) {
    asked = looked_up(all[i].name);
    wanted += 600;
#pragma omp parallel num_threads(2) if (asked != NULL)
#pragma omp task
    while (asked && cts_wants_samples(wanted))
      for (int turn = 0; turn < 1000; ++turn)
        all[i].ask();
  }
}
