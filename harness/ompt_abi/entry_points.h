// Signatures of the runtime entry points that a tool looks up by name; entry_points.def lists the
// names.

#ifndef OMPT_ABI_ENTRY_POINTS_H
#define OMPT_ABI_ENTRY_POINTS_H

#include "ompt_abi/callbacks.h"
#include "ompt_abi/records.h"
#include "ompt_abi/types.h"

namespace ompt_abi {

// Host: from the lookup function that the tool's initializer receives.

using ompt_enumerate_states_t = int (*)(int current_state, int *next_state,
                                        const char **next_state_name);

using ompt_enumerate_mutex_impls_t = int (*)(int current_impl, int *next_impl,
                                             const char **next_impl_name);

using ompt_set_callback_t = ompt_set_result_t (*)(ompt_callbacks_t event, ompt_callback_t callback);

using ompt_get_callback_t = int (*)(ompt_callbacks_t event, ompt_callback_t *callback);

using ompt_get_thread_data_t = ompt_data_t *(*)();

using ompt_get_num_procs_t = int (*)();

using ompt_get_num_places_t = int (*)();

using ompt_get_place_proc_ids_t = int (*)(int place_num, int ids_size, int *ids);

using ompt_get_place_num_t = int (*)();

using ompt_get_partition_place_nums_t = int (*)(int place_nums_size, int *place_nums);

using ompt_get_proc_id_t = int (*)();

using ompt_get_state_t = int (*)(ompt_wait_id_t *wait_id);

using ompt_get_parallel_info_t = int (*)(int ancestor_level, ompt_data_t **parallel_data,
                                         int *team_size);

using ompt_get_task_info_t = int (*)(int ancestor_level, int *flags, ompt_data_t **task_data,
                                     ompt_frame_t **task_frame, ompt_data_t **parallel_data,
                                     int *thread_num);

using ompt_get_task_memory_t = int (*)(void **addr, std::size_t *size, int block);

/// The form of 5.0 to 5.2, which the supplementary header of 6.0 keeps.
using ompt_get_target_info_t = int (*)(std::uint64_t *device_num, ompt_id_t *target_id,
                                       ompt_id_t *host_op_id);

/// The form in the text of 6.0, where the last argument is a pointer to a pointer. A caller that
/// does not know which form a runtime has can pass the address of an 8-byte, 8-aligned object to
/// either: both store one word there.
using ompt_get_target_info_60_t = int (*)(std::uint64_t *device_num, ompt_id_t *target_id,
                                          ompt_id_t **host_op_id);

using ompt_get_num_devices_t = int (*)();

using ompt_get_unique_id_t = std::uint64_t (*)();

using ompt_finalize_tool_t = void (*)();

// Devices that can be traced: from the lookup function that device_initialize receives.

using ompt_get_device_num_procs_t = int (*)(ompt_device_t *device);

using ompt_get_device_time_t = ompt_device_time_t (*)(ompt_device_t *device);

using ompt_translate_time_t = double (*)(ompt_device_t *device, ompt_device_time_t time);

using ompt_set_trace_ompt_t = ompt_set_result_t (*)(ompt_device_t *device, unsigned int enable,
                                                    unsigned int etype);

/// `flags` combines `ompt_native_mon_flag_t` values.
using ompt_set_trace_native_t = ompt_set_result_t (*)(ompt_device_t *device, int enable, int flags);

/// Since 6.0.
using ompt_get_buffer_limits_t = void (*)(ompt_device_t *device, int *max_concurrent_allocs,
                                          std::size_t *recommended_bytes);

using ompt_start_trace_t = int (*)(ompt_device_t *device, ompt_callback_buffer_request_t request,
                                   ompt_callback_buffer_complete_t complete);

using ompt_pause_trace_t = int (*)(ompt_device_t *device, int begin_pause);

using ompt_flush_trace_t = int (*)(ompt_device_t *device);

using ompt_stop_trace_t = int (*)(ompt_device_t *device);

using ompt_advance_buffer_cursor_t = int (*)(ompt_device_t *device, ompt_buffer_t *buffer,
                                             std::size_t size, ompt_buffer_cursor_t current,
                                             ompt_buffer_cursor_t *next);

using ompt_get_record_type_t = ompt_record_t (*)(ompt_buffer_t *buffer,
                                                 ompt_buffer_cursor_t current);

using ompt_get_record_ompt_t = ompt_record_ompt_t *(*)(ompt_buffer_t *buffer,
                                                       ompt_buffer_cursor_t current);

using ompt_get_record_native_t = void *(*)(ompt_buffer_t *buffer, ompt_buffer_cursor_t current,
                                           ompt_id_t *host_op_id);

using ompt_get_record_abstract_t = ompt_record_abstract_t *(*)(void *native_record);

} // namespace ompt_abi

#endif // OMPT_ABI_ENTRY_POINTS_H
