// SHOWS: loop.dispatch-chunk
int main(void) {
#pragma omp parallel for num_threads(4) schedule(static)
  for (int i = 0; i < 2; i++)
    ;
}
