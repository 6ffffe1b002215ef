// SHOWS: task-info.thread-num
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) {
#pragma omp task
    cts_body("task");
  }
}
