// The compiler knows masked with a filter.
int main(void) {
  int n = 0;
#pragma omp masked filter(n)
  n++;
  return n - 1;
}
