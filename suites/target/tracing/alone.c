// Each event is traced alone: there are records of it and of no other.
// RULES: record.event-type trace.set-ompt-result device-finalize.flushes
// RUN: %cts-compile --offload %s -o %t
// RUN: env OMPT_CTS_TRACED=target_emi %cts-record %t.target_emi %t && %cts-validate %t.target_emi
// RUN: env OMPT_CTS_TRACED=target_data_op_emi %cts-record %t.target_data_op_emi %t && %cts-validate %t.target_data_op_emi
// RUN: env OMPT_CTS_TRACED=target_submit_emi %cts-record %t.target_submit_emi %t && %cts-validate %t.target_submit_emi
// RUN: env OMPT_CTS_TRACED=target_map_emi %cts-record %t.target_map_emi %t && %cts-validate %t.target_map_emi
#include "traced.h"

int main(void) { return everything(omp_get_default_device()); }
