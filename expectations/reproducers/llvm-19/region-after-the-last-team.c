// SHOWS: data.pointer-rules
// RECORD: --probes=full
// MAY SHOW: get-num-places get-num-procs get-partition-place-nums frame.enter-set-when-suspended frame.points-into-stack frame.nesting-order frame.enclosing-function
int main(void) {
#pragma omp task if (0)
  {
#pragma omp task if (0)
    ;
  }
}
