// SHOWS: implicit-task-end.flags
int main(void) {
#pragma omp teams num_teams(2) thread_limit(1)
  ;
#pragma omp parallel num_threads(2)
  ;
#pragma omp parallel num_threads(2)
  ;
}
