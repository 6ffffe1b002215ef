// Since 5.0: iterators in depend.
int main(void) {
  int a[2] = {0};
#pragma omp task depend(iterator(i = 0 : 2), in : a[i])
  ;
#pragma omp taskwait
  return a[0];
}
