// distribute is compiled to calls of the runtime (the two programs differ by it alone).
void body(int);
void probe(void) {
#pragma omp teams
  {
#ifndef CTS_WITHOUT
#pragma omp distribute
#endif
    for (int i = 0; i < 9; i++)
      body(i);
  }
}
