// SHOWS: task-create.context
int main(void) {
#pragma omp task if (0)
  ;
}
