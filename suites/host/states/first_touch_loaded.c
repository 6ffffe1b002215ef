// A signal handler asks new threads of a runtime that comes with a library loaded later. The loader
// allocates a thread's memory when the thread first needs it: that must have been before a signal
// handler may ask.
// RUN: %cts-compile %s -DCTS_PART=1 -shared -fPIC -o %t.so
// RUN: %cts-compile %s -fno-openmp -o %t -ldl -lpthread
// RUN: %cts-record --probes=none --sample=20000 %t.trace %t %t.so && %cts-validate %t.trace
#ifdef CTS_PART
#include "threads_in_turn.h"

int run(void (*watch_allocations)(void), long long (*handler_allocations)(void)) {
  (void)omp_get_max_threads();
  watch_allocations();
  const int failed = threads_in_turn(2000);
  cts_value("sigsafe.first-touch-tls", "allocations in signal handlers", handler_allocations(), 0);
  return failed;
}
#else
#include "cts_allocations.h"

int main(int argc, char **argv) {
  int (*run)(void (*)(void), long long (*)(void)) = NULL;
  void *library = argc > 1 ? dlopen(argv[1], RTLD_NOW) : NULL;
  if (library)
    *(void **)&run = dlsym(library, "run");
  return run ? run(cts_watch_allocations, cts_handler_allocations) : 1;
}
#endif
