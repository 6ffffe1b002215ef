// SHOWS: codeptr.in-function
int main(void) {
#pragma omp taskloop
  for (int i = 0; i < 4; i++)
    ;
}
