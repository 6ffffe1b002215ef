// And those that 5.1 added.
#include "types_5.0.h"

DECLARED(ompt_callback_error_t)
DECLARED(ompt_callback_masked_t)
DECLARED(ompt_callback_target_data_op_emi_t)
DECLARED(ompt_callback_target_emi_t)
DECLARED(ompt_callback_target_map_emi_t)
DECLARED(ompt_callback_target_submit_emi_t)
DECLARED(ompt_record_error_t)
DECLARED(ompt_record_masked_t)
DECLARED(ompt_severity_t)
