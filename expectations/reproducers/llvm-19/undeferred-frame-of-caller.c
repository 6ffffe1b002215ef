// SHOWS: task-create.frame
// MAY SHOW: frame.points-into-stack frame.enclosing-function frame.nesting-order
// FLAGS: -O3 -fomit-frame-pointer
static __attribute__((noinline)) int undeferred(int n) {
#pragma omp task if (n < 0)
  n++;
  return n;
}

int main(void) { return undeferred(1) == 0; }
