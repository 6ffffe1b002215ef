// All events but one are traced.
// RULES: record.event-type trace.set-ompt-result
// RUN: %cts-compile --offload %s -o %t
// RUN: env OMPT_CTS_TRACED=-target_emi %cts-record %t.regions %t && %cts-validate %t.regions
// RUN: env OMPT_CTS_TRACED=-target_data_op_emi,-target_data_op %cts-record %t.data %t && %cts-validate %t.data
// RUN: env OMPT_CTS_TRACED=-target_submit_emi,-target_submit %cts-record %t.kernels %t && %cts-validate %t.kernels
#include "traced.h"

int main(void) { return everything(omp_get_default_device()); }
