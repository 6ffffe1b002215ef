// SHOWS: get-num-procs get-num-places
// MAY SHOW: frame.enter-set-when-suspended get-partition-place-nums
// RECORD: --probes=full
// ENV: OMP_PLACES=threads
int main(void) {
#pragma omp parallel num_threads(2)
  ;
}
