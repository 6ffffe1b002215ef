// An array of structures with a mapper: the data behind each element's pointer moves with the
// element.
#include "../device.h"

typedef struct {
  int length;
  int *data;
} vector;
#pragma omp declare mapper(vector v) map(tofrom : v, v.data[0 : v.length])

int main(void) {
  int one[20], two[30], own = separate_storage();
  vector v[2] = {{20, one}, {30, two}};
  one[19] = 1;
  two[29] = 2;
  cts_mark();
#pragma omp target map(tofrom : v[0 : 2])
  {
    v[0].data[19] += v[1].length;
    v[1].data[29] += v[0].length;
  }
  for (int i = 0; i < 2; i++)
    cts_count_range("data-op.bytes", own, 100,
                    "target_data_op_emi endpoint=begin " TO_DEVICE " bytes>=%zu",
                    (size_t)v[i].length * sizeof(int));
  cts_count("target.pair", 1, "target_emi kind=target endpoint=end");
  return one[19] != 31 || two[29] != 22;
}
