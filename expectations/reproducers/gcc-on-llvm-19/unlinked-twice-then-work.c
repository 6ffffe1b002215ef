// SHOWS: implicit-task-end.task-data parallel-end.same-args work.task-data work.parallel-data sync.parallel-data mutex.task-context
// MAY SHOW: data.dead-entity frame.in-parallel-begin implicit-task-end.paired parallel-begin.context parallel-begin.encountering-data parallel-end.paired parallel-info.data parallel-info.levels sync.task-data task-info.ancestors task-info.current work.end-type-matches work.pair single.executor-one
// RECORD: --probes=full
static int nested(int levels) {
  int sum = 1;
  if (levels == 0)
    return sum;
#pragma omp parallel if (0) reduction(+ : sum)
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 2; i++)
      sum += nested(levels - 1);
#pragma omp critical
    sum++;
#pragma omp single
    sum++;
  }
  return sum;
}

int main(void) {
  int sum = nested(3);
#pragma omp parallel num_threads(2) reduction(+ : sum)
  {
    sum += nested(2);
#pragma omp barrier
  }
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int i = 0; i < 2; i++) {
#pragma omp task
      nested(2);
    }
#pragma omp taskwait
  }
  return sum == 0;
}
