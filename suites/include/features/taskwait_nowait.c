// The compiler knows taskwait with depend and nowait.
int main(void) {
  int x = 0;
#pragma omp taskwait depend(in : x) nowait
  return x;
}
