// SHOWS: frame.enter-set-when-suspended
// MAY SHOW: get-num-places get-num-procs get-partition-place-nums task-info.data
// RECORD: --probes=full
int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp critical
  ;
}
