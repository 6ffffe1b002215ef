// SHOWS: crash
int main(void) {
#pragma omp parallel for num_threads(1) ordered(1)
  for (int i = 0; i < 4; i++) {
#pragma omp ordered depend(source)
  }
}
