// Addresses and stacks that few programs have, in a program that .ci/run judges on each machine,
// also with larger pages: an undeferred task in a signal handler on an alternate stack, and on
// AArch64 locks and dependences at addresses with a tag in the top byte.
#include <omp.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef __aarch64__
#define TAGGED(pointer) (void *)((uintptr_t)(pointer) | (uintptr_t)0x5a << 56)
#else
#define TAGGED(pointer) (void *)(pointer)
#endif

static volatile sig_atomic_t handled;

static void handler(int number) {
  (void)number;
#pragma omp task if (0)
  handled++;
}

int main(void) {
  const size_t size = 1 << 18;
  stack_t other = {.ss_sp = malloc(size), .ss_size = size};
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
  sigaltstack(&other, NULL);
  sigaction(SIGUSR1, &action, NULL);
  omp_lock_t *lock = TAGGED(malloc(sizeof *lock));
  int *sum = TAGGED(calloc(1, sizeof *sum));
  omp_init_lock(lock);
#pragma omp parallel num_threads(4)
  {
#pragma omp masked
    for (int i = 0; i < 100; ++i) {
      raise(SIGUSR1);
#pragma omp task depend(inout : sum[0]) firstprivate(sum)
      ++*sum;
    }
    for (int i = 0; i < 100; ++i) {
      omp_set_lock(lock);
      omp_unset_lock(lock);
    }
  }
  omp_destroy_lock(lock);
  return handled == 100 && *sum == 100 ? 0 : 1;
}
