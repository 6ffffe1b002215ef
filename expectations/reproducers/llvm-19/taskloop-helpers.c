// SHOWS: frame.nesting-order codeptr.in-function
// MAY SHOW: task-create.context task-create.frame frame.points-into-stack frame.enter-set-when-suspended
int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop num_tasks(1000)
  for (int i = 0; i < 1000; i++)
    ;
}
