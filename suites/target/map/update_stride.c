// An update with a stride moves every second element, in one transfer or several, and no more.
#include "../device.h"

int main(void) {
  int a[64], wrong = 0;
  for (int i = 0; i < 64; i++)
    a[i] = i;
#pragma omp target data map(to : a)
  {
#pragma omp target
    for (int i = 0; i < 64; i++)
      a[i] = -i;
    cts_mark();
#pragma omp target update from(a[0 : 8 : 2])
    cts_count_range("target.pair", 1, 1, "target_emi kind=update endpoint=end");
    cts_count("data-op.bytes", 0,
              "target_data_op_emi endpoint=begin " ONLY_FROM_DEVICE " bytes>%zu", 16 * sizeof *a);
  }
  for (int i = 20; i < 64; i++)
    wrong |= a[i] != i && a[i] != -i;
  return wrong || a[2] != -2;
}
