// The compiler knows scope and can generate code for it.
int main(void) {
  int n = 0;
#pragma omp scope
  n++;
  return n - 1;
}
