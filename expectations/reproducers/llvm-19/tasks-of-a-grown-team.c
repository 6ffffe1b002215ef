// SHOWS: tool.harmless
// RECORD: --probes=full
int main(void) {
  for (int size = 4; size <= 64; size *= 2) {
#pragma omp parallel num_threads(size)
#pragma omp task
    ;
  }
}
