// Two serialized regions, one inside the other, in a region of two in a league of one.
// SHOWS: implicit-task-end.paired implicit-task-end.task-data
// MAY SHOW: implicit-task-begin.parallel-data teams-begin.before-initial-tasks parallel-info.team-size parallel.data-persistent parallel-end.paired data.dead-entity task-info.data task-info.current
static int x;

int main(void) {
#pragma omp teams num_teams(1)
#pragma omp parallel num_threads(2)
#pragma omp parallel if (0)
#pragma omp parallel if (0)
#pragma omp atomic
  x++;
  return x != 2;
}
