// SHOWS: implicit-task-end.paired
int main(void) {
#pragma omp teams num_teams(2) thread_limit(2)
#pragma omp parallel num_threads(2)
  ;
}
