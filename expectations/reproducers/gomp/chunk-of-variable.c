// SHOWS: loop.dispatch-chunk
int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp for schedule(dynamic)
  for (int i = 100; i < 121; i += 3)
    ;
}
