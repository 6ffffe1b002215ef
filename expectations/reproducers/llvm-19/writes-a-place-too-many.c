// SHOWS: get-partition-place-nums
// MAY SHOW: frame.enter-set-when-suspended get-num-procs get-num-places task-info.initial-parallel-null
// RECORD: --probes=full
// ENV: OMP_PLACES=threads
int main(void) {
#pragma omp parallel num_threads(2)
  ;
}
