// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// omp_target_associate_ptr and omp_target_disassociate_ptr: an operation of the matching type, with
// the host's and the device's address and the size.
// RULES: data-op.routines data-op.optype data-op.bytes
// REQUIRES: offload
// RUN: %cts-compile --offload %s -o %t && %cts-record %t.trace %t && %cts-validate %t.trace
#include "cts.h"

int main(void) {
  int a[32], device = omp_get_default_device(), wrong;
  int *remote = (int *)omp_target_alloc(sizeof a, device);
  cts_expect("data-op.bytes",
             "target_data_op_emi optype=associate => bytes=%zu src_addr=%p dest_addr=%p", sizeof a,
             (void *)a, (void *)remote);
  cts_mark();
  wrong = omp_target_associate_ptr(a, remote, sizeof a, 0, device);
  cts_count_range("data-op.routines", 1, 2, "target_data_op_emi optype=associate");
  cts_count("data-op.optype", 0, "target_data_op_emi optype!=associate");
  cts_mark();
  wrong |= omp_target_disassociate_ptr(a, device);
  cts_count_range("data-op.routines", 1, 2, "target_data_op_emi optype=disassociate");
  cts_count("data-op.optype", 0, "target_data_op_emi optype!=disassociate");
  omp_target_free(remote, device);
  return wrong;
}
