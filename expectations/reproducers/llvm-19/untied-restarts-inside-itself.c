// SHOWS: task-schedule.prior-is-current
// MAY SHOW: task-schedule.next-known
int main(void) {
#pragma omp parallel num_threads(1)
#pragma omp task untied
  {
#pragma omp taskyield
  }
}
