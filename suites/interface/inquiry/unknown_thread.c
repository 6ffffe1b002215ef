// A thread of the program's own that has not met OpenMP: it has no data, and its state is
// undefined.
#include "cts.h"
#include <pthread.h>

static void *work(void *argument) {
  cts_expect("get-thread-data.foreign", "probe_thread asked=note => thread=null");
  cts_expect("get-state.foreign", "probe_thread asked=note => state=undefined");
  cts_after("serial");
  return argument;
}

int main(void) {
  pthread_t thread;
  cts_after("serial");
  if (pthread_create(&thread, NULL, work, NULL))
    return 1;
  pthread_join(thread, NULL);
}
