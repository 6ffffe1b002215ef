// A mapper selects the mapped parts of a structure: the data behind its pointer moves with the
// structure.
#include "../device.h"

typedef struct {
  int length;
  double *data;
} vector;
#pragma omp declare mapper(vector v) map(tofrom : v, v.data[0 : v.length])

int main(void) {
  double data[48];
  vector v = {48, data};
  int own = separate_storage();
  data[3] = 1;
  cts_mark();
#pragma omp target map(tofrom : v)
  v.data[3] = v.length;
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " TO_DEVICE " bytes>=%zu", sizeof data);
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " FROM_DEVICE " bytes>=%zu", sizeof data);
  cts_count("target.pair", 1, "target_emi kind=target endpoint=end");
  return data[3] != 48;
}
