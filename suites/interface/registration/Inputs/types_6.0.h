// And those that 6.0 added.
#include "types_5.2.h"

DECLARED(ompt_any_record_ompt_t)
DECLARED(ompt_get_buffer_limits_t)
DECLARED(ompt_record_target_data_op_emi_t)
DECLARED(ompt_record_target_emi_t)
DECLARED(ompt_record_target_map_emi_t)
DECLARED(ompt_record_target_submit_emi_t)
DECLARED(ompt_subvolume_t)
