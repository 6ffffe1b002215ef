// Where there are several device constructs in a function, each event has the return address of its
// own construct: one in the construct's lines. In both families of callbacks.
// RUN: %cts-compile --offload %s -o %t && %cts-record %t.trace %t && %cts-validate %t.trace
// RUN: env OMPT_CTS_TARGET=classic %cts-record %t.classic %t && %cts-validate %t.classic
#include "device.h"

/* Around a construct: this thread's events meanwhile have addresses in this function, and in the
 * lines between. */
#define FROM_HERE() (first = __LINE__, cts_mark())
#define AT(event)                                                                                  \
  (cts_count("codeptr.in-function", 0, event " codeptr_ra@function!=%s", __func__),                \
   cts_count("codeptr.in-lines", 0, event " codeptr_ra@lines!=%d-%d", first, __LINE__))
#define TO_HERE() (AT("target"), AT("target_data_op"), AT("target_emi"), AT("target_data_op_emi"))

static int x, y;

static void data_to_device(void) {
  int first;
  FROM_HERE();
#pragma omp target enter data map(to : x)
  TO_HERE();
  FROM_HERE();
#pragma omp target enter data map(to : y)
  TO_HERE();
  FROM_HERE();
#pragma omp target update to(x)
  TO_HERE();
  FROM_HERE();
#pragma omp target update from(y)
  TO_HERE();
}

static void regions(void) {
  int first, z = 0;
  FROM_HERE();
#pragma omp target map(tofrom : x, z)
  x += z + 1;
  TO_HERE();
  cts_count("submit.requested-teams", 0, "target_submit requested_num_teams>1");
  cts_count("submit.requested-teams", 0, "target_submit_emi requested_num_teams>1");
  FROM_HERE();
#pragma omp target teams num_teams(2) map(tofrom : y)
  y = 1;
  TO_HERE();
  cts_count("submit.requested-teams", 0, "target_submit requested_num_teams!=2");
  FROM_HERE();
#pragma omp target update from(y)
  TO_HERE();
}

static void data_from_device(void) {
  int first;
  FROM_HERE();
#pragma omp target exit data map(from : x)
  TO_HERE();
  FROM_HERE();
#pragma omp target exit data map(from : y)
  TO_HERE();
}

int main(void) {
  for (int i = 0; i < 3; i++) {
    data_to_device();
    regions();
    data_from_device();
  }
  return y != 1;
}
