// Since 5.1: the present modifier of map.
int main(void) {
  int x = 0;
#pragma omp target data map(tofrom : x) if (0)
#pragma omp target map(present, tofrom : x) if (0)
  x = 1;
  return x != 1;
}
