// Since 6.0: taskgraph.
int main(void) {
#pragma omp parallel
#pragma omp single
#pragma omp taskgraph
  {
  }
}
