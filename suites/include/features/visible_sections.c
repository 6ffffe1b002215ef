// sections is compiled to calls of the runtime.
void body(int);
void probe(void) {
#ifndef CTS_WITHOUT
#pragma omp sections nowait
#endif
  {
#ifndef CTS_WITHOUT
#pragma omp section
#endif
    body(1);
#ifndef CTS_WITHOUT
#pragma omp section
#endif
    body(2);
  }
}
