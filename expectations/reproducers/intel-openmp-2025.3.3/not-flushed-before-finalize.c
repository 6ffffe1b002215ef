// SHOWS: device-finalize.flushes
// FLAGS: --offload
// ENV: OMPT_CTS_TRACED=all
int main(void) {
  int x = 0;
#pragma omp target map(tofrom : x)
  x++;
  return x - 1;
}
