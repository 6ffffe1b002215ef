// The compiler knows the combined construct parallel masked.
int main(void) {
  int n = 0;
#pragma omp parallel masked
  n++;
  return n - 1;
}
