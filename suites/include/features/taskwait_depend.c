// Since 5.0: taskwait depend.
int main(void) {
  int x = 0;
#pragma omp taskwait depend(in : x)
  return x;
}
