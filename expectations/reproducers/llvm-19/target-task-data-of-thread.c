// SHOWS: target.target-task-null
// FLAGS: --offload
int main(void) {
#pragma omp target
  ;
}
