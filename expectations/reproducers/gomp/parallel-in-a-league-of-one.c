// SHOWS: teams.flags-initial
// ENV: OMP_THREAD_LIMIT=1
int main(void) {
#pragma omp teams num_teams(1)
#pragma omp parallel num_threads(2)
  ;
}
