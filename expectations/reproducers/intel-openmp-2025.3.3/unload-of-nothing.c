// SHOWS: device-unload.pair
// FLAGS: --offload
int main(void) {
#pragma omp target if (0)
  ;
}
