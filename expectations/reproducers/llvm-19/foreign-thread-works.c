// SHOWS: get-state.foreign
#include <pthread.h>

#include "cts.h"

static void *foreign(void *unused) {
  cts_after("serial"); // a note: the checker asks there
  return unused;
}

int main(void) {
  pthread_t thread;
  cts_after("serial");
  pthread_create(&thread, NULL, foreign, NULL);
  return pthread_join(thread, NULL);
}
