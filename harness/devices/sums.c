/* A device's results must come back to the host, at every level of optimization. The exit status is
 * 0 if they do; LINKED asks for a variable of declare target link as well. */
#include <stdio.h>

enum { n = 1000 };
static int table[n], later[n];
#pragma omp declare target link(table)

static int sum_of(const int *of) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += of[i];
  return sum;
}

int main(void) {
  int numbers[n], sum = 0, right = n * (n - 1);
  for (int i = 0; i < n; i++)
    numbers[i] = i;
#pragma omp target teams distribute parallel for map(tofrom : sum) map(to : numbers) reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += numbers[i] * 2;
  int wrong = sum != right;
#ifdef LINKED
#pragma omp target map(tofrom : table)
  for (int i = 0; i < n; i++)
    table[i] += 2 * i;
  wrong |= sum_of(table) != right;
  table[0] = 5;
#pragma omp target map(from : table [n / 2:n / 2])
  for (int i = n / 2; i < n; i++)
    table[i] = 1;
  for (int end = n / 2; end <= n; end += n / 2) { // may have the device memory that the table had
#pragma omp target map(from : later [0:end])
    for (int i = 0; i < end; i++)
      later[i] = i;
    wrong |= 2 * sum_of(later) != end * (end - 1) || table[0] != 5;
  }
  wrong |= table[0] != 5 || sum_of(table) != 5 + n / 2 + (n / 2) * (n / 2 - 1);
#endif
  printf("%d %d\n", sum, sum_of(table));
  return wrong;
}
