// scope is known and compiled to calls of the runtime.
void body(int);
void probe(void) {
#ifndef CTS_WITHOUT
#pragma omp scope nowait
#endif
  body(1);
}
