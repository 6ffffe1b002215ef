// SHOWS: implicit-task-end.paired implicit-task-end.task-data parallel-end.paired data.dead-entity task-info.current
int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp parallel if (0)
#pragma omp parallel if (0)
#pragma omp parallel if (0)
  ;
}
