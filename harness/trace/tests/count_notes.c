// Works until it is killed. Each thread notes 0, 1, 2, … and, when a note's callback has returned,
// publishes how many it has made in its word of the file given: a shared mapping, so that the words
// are right whenever the process ends. Tasks and locks in between make events of their own.
#include "cts.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  const int file = open(argv[1], O_RDWR);
  atomic_llong *published = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (file < 0 || published == MAP_FAILED)
    return 2;
#pragma omp parallel num_threads(3)
  {
    const int me = omp_get_thread_num();
    for (long long i = 0;; ++i) {
      cts_value("count", me == 0 ? "zero" : me == 1 ? "one" : "two", i, me);
      atomic_store(&published[me], i + 1);
#pragma omp task
      cts_body("task");
#pragma omp critical
      cts_body("critical");
    }
  }
}
