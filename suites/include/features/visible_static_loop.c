// A loop with a static schedule is compiled to calls of the runtime.
void body(int);
void probe(void) {
#ifndef CTS_WITHOUT
#pragma omp for schedule(static) nowait
#endif
  for (int i = 0; i < 9; i++)
    body(i);
}
