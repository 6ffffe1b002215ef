// SHOWS: loop.dispatch-chunk
int main(void) {
#pragma omp parallel for num_threads(1) schedule(static)
  for (int i = 0; i < 4; i++)
    ;
}
