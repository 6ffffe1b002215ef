// Two loops as one, over teams, threads and lanes.
#include "../device.h"

int main(void) {
  int a[12][10], wrong = 0;
  (void)separate_storage();
  cts_mark();
#pragma omp target teams distribute parallel for simd collapse(2) map(from : a)
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 10; j++)
      a[i][j] = 10 * i + j;
  cts_count("submit.count", 1, "target_submit_emi endpoint=begin");
  cts_count("target.pair", 1, "target_emi kind=target endpoint=end");
  for (int i = 0; i < 120; i++)
    wrong |= a[i / 10][i % 10] != i;
  return wrong;
}
