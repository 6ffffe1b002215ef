// Atomic updates of long double compile and link without a further library.
int main(void) {
  long double sum = 0;
#pragma omp atomic
  sum += 1;
  return sum != 1;
}
