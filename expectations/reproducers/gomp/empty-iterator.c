// SHOWS: crash
int main(void) {
  int a[4] = {0}, none = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task depend(iterator(i = 0 : none), in : a[i])
  ;
}
