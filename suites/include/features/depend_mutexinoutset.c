// depend(mutexinoutset), and the library keeps the order: a task that depends on one that runs does
// not run, however often the generating task yields.
#include <omp.h>

static int begun, over, early;

static int is(int *flag) {
  int value;
#pragma omp atomic read
  value = *flag;
  return value;
}

static void set(int *flag) {
#pragma omp atomic write
  *flag = 1;
}

int main(void) {
  int x = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  if (omp_get_num_threads() == 2) {
    int ran = 0, i;
#pragma omp task depend(mutexinoutset : x)
    {
      set(&begun);
      while (!is(&over)) {
      }
    }
    while (!is(&begun)) { // the other thread comes to it
    }
#pragma omp task depend(in : x) shared(ran)
    set(&ran);
    for (i = 0; i < 1000; i++) {
#pragma omp taskyield
    }
    early = is(&ran);
    set(&over);
#pragma omp taskwait
  } else {
    early = 1;
  }
  return x + early;
}
