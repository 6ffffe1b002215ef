// SHOWS: parallel-begin.encountering-data parallel-end.same-args parallel-info.levels task-info.data
// MAY SHOW: parallel-info.data frame.separates-runtime
int main(void) {
#pragma omp teams num_teams(2) thread_limit(2)
#pragma omp parallel num_threads(2)
  ;
}
