// masked is known and compiled to calls of the runtime.
void body(int);
void probe(int n) {
#ifndef CTS_WITHOUT
#pragma omp masked filter(n)
#endif
  body(n);
}
