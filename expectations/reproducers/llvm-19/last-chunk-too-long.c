// SHOWS: loop.dispatch-chunk
int main(void) {
#pragma omp parallel for num_threads(3) schedule(static, 2)
  for (int i = 0; i < 5; i++)
    ;
}
