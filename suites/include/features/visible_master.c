// master is compiled to calls of the runtime.
void body(int);
void probe(void) {
#ifndef CTS_WITHOUT
#pragma omp master
#endif
  body(1);
}
