// masked and single inside a serialized region that an explicit task of a serialized region encounters.
int main(void) {
  int count = 0;
#pragma omp parallel num_threads(1)
#pragma omp task shared(count)
#pragma omp parallel if (0)
  {
#pragma omp masked
    count++;
#pragma omp single
    count++;
  }
  return count != 2;
}
