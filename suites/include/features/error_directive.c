// The compiler knows error at(execution).
int main(void) {
#pragma omp error at(execution) severity(warning) message("probe")
  return 0;
}
