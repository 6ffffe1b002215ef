/* Leagues of several teams and of one after each other, with reductions: what a runtime leaves behind
 * of one league lies in the next one's way. */
int main(void) {
  enum { items = 1000 };
  int sum = 0;
  for (int round = 0; round < 4; round++) {
#pragma omp teams distribute parallel for num_teams(2) thread_limit(2)
    for (int i = 0; i < items; i++)
#pragma omp atomic
      sum += i & 7;
#pragma omp teams distribute parallel for thread_limit(2) reduction(+ : sum)
    for (int i = 0; i < items; i++)
      sum += i & 3;
#pragma omp teams distribute parallel for num_teams(1) thread_limit(2)
    for (int i = 0; i < items; i++)
#pragma omp atomic
      sum += i & 1;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < items; i++)
      sum += i;
  }
  return sum == 0;
}
