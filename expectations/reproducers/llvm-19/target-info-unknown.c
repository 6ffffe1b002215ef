// SHOWS: target-info.inside
// MAY SHOW: get-num-places get-num-procs get-partition-place-nums task-info.data
// FLAGS: --offload
// RECORD: --probes=full
int main(void) {
  int x = 0;
#pragma omp target map(tofrom : x)
  x = 1;
}
