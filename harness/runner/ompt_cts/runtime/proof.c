/* Which OpenMP runtime does a program load? Prints each shared object that the process has mapped
 * and, when built for offload, whether a target region left the host. PROOF_SIMPLE leaves out what
 * a compiler may lower to calls that older runtimes lack. */
#include <omp.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  int members = 0, iterations = 0;
#pragma omp parallel num_threads(2) reduction(+ : members)
  members += 1;
#ifdef PROOF_SIMPLE
#pragma omp parallel for num_threads(2) reduction(+ : iterations)
#else
#pragma omp parallel for schedule(dynamic) num_threads(2) reduction(+ : iterations)
#endif
  for (int i = 0; i < 10; i++)
    iterations += 1;
  printf("members %d\niterations %d\n", members, iterations);
#ifdef PROOF_OFFLOAD
  /* On a simulated device code of the host is run: there the storage tells. */
  int on_host = 1;
  void *place = &on_host;
#pragma omp target map(from : on_host, place)
  {
    on_host = omp_is_initial_device();
    place = &on_host;
  }
  printf("device %d\n", !on_host || place != (void *)&on_host);
#endif
  char line[8192], last[8192] = "";
  FILE *maps = fopen("/proc/self/maps", "r");
  while (maps && fgets(line, sizeof line, maps)) {
    char *path = strchr(line, '/');
    if (path && strcmp(path, last) != 0) {
      printf("mapped %s", path);
      strcpy(last, path);
    }
  }
  return 0;
}
