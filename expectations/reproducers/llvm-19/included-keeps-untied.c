// SHOWS: task-create.flags-untied
int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task final(1) untied
  ;
}
