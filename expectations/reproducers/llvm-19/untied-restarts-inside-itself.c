// SHOWS: task-schedule.prior-is-current
int main(void) {
#pragma omp parallel num_threads(1)
#pragma omp task untied
  {
#pragma omp taskyield
  }
}
