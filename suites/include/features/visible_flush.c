// flush is compiled to a call of the runtime.
void body(int);
void probe(void) {
#ifndef CTS_WITHOUT
#pragma omp flush
#endif
  body(1);
}
