// SHOWS: task-schedule.prior-is-current
int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task untied if (0)
  {
#pragma omp taskyield
  }
}
