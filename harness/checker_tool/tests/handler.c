// A signal handler that flushes, and so causes a callback, wherever it interrupts the thread.
// (LLVM's runtime does not survive most other constructs in a handler.) Prints "handled 1".
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

static volatile sig_atomic_t handled;

static void handler(int number) {
  (void)number;
#pragma omp flush
  ++handled;
}

int main(void) {
#pragma omp parallel num_threads(1)
  handled = 0;
  signal(SIGALRM, handler);
  const struct itimerval often = {{0, 200}, {0, 200}}, never = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &often, NULL);
  while (handled < 500) {
#pragma omp flush
  }
  setitimer(ITIMER_REAL, &never, NULL);
  printf("handled %d\n", handled >= 500);
  return 0;
}
