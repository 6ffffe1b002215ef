// Signatures of the callbacks that a tool registers. callbacks.def says which code has which
// signature; several codes share one.

#ifndef OMPT_ABI_CALLBACKS_H
#define OMPT_ABI_CALLBACKS_H

#include "ompt_abi/types.h"

namespace ompt_abi {

// Threads, parallel regions, tasks.

using ompt_callback_thread_begin_t = void (*)(ompt_thread_t thread_type, ompt_data_t *thread_data);

using ompt_callback_thread_end_t = void (*)(ompt_data_t *thread_data);

using ompt_callback_parallel_begin_t = void (*)(ompt_data_t *encountering_task_data,
                                                const ompt_frame_t *encountering_task_frame,
                                                ompt_data_t *parallel_data,
                                                unsigned int requested_parallelism, int flags,
                                                const void *codeptr_ra);

using ompt_callback_parallel_end_t = void (*)(ompt_data_t *parallel_data,
                                              ompt_data_t *encountering_task_data, int flags,
                                              const void *codeptr_ra);

using ompt_callback_implicit_task_t = void (*)(ompt_scope_endpoint_t endpoint,
                                               ompt_data_t *parallel_data, ompt_data_t *task_data,
                                               unsigned int actual_parallelism, unsigned int index,
                                               int flags);

using ompt_callback_task_create_t = void (*)(ompt_data_t *encountering_task_data,
                                             const ompt_frame_t *encountering_task_frame,
                                             ompt_data_t *new_task_data, int flags,
                                             int has_dependences, const void *codeptr_ra);

using ompt_callback_task_schedule_t = void (*)(ompt_data_t *prior_task_data,
                                               ompt_task_status_t prior_task_status,
                                               ompt_data_t *next_task_data);

using ompt_callback_dependences_t = void (*)(ompt_data_t *task_data, const ompt_dependence_t *deps,
                                             int ndeps);

using ompt_callback_task_dependence_t = void (*)(ompt_data_t *src_task_data,
                                                 ompt_data_t *sink_task_data);

// Work, synchronization, mutual exclusion.

/// Called `wstype` before 5.2, `work_type` since.
using ompt_callback_work_t = void (*)(ompt_work_t work_type, ompt_scope_endpoint_t endpoint,
                                      ompt_data_t *parallel_data, ompt_data_t *task_data,
                                      std::uint64_t count, const void *codeptr_ra);

using ompt_callback_dispatch_t = void (*)(ompt_data_t *parallel_data, ompt_data_t *task_data,
                                          ompt_dispatch_t kind, ompt_data_t instance);

using ompt_callback_masked_t = void (*)(ompt_scope_endpoint_t endpoint, ompt_data_t *parallel_data,
                                        ompt_data_t *task_data, const void *codeptr_ra);
using ompt_callback_master_t = ompt_callback_masked_t; // the name in 5.0

/// Also of sync_region_wait and reduction.
using ompt_callback_sync_region_t = void (*)(ompt_sync_region_t kind,
                                             ompt_scope_endpoint_t endpoint,
                                             ompt_data_t *parallel_data, ompt_data_t *task_data,
                                             const void *codeptr_ra);

/// Also of lock_init.
using ompt_callback_mutex_acquire_t = void (*)(ompt_mutex_t kind, unsigned int hint,
                                               unsigned int impl, ompt_wait_id_t wait_id,
                                               const void *codeptr_ra);

/// Of mutex_acquired, mutex_released and lock_destroy.
using ompt_callback_mutex_t = void (*)(ompt_mutex_t kind, ompt_wait_id_t wait_id,
                                       const void *codeptr_ra);

using ompt_callback_nest_lock_t = void (*)(ompt_scope_endpoint_t endpoint, ompt_wait_id_t wait_id,
                                           const void *codeptr_ra);

using ompt_callback_flush_t = void (*)(ompt_data_t *thread_data, const void *codeptr_ra);

using ompt_callback_cancel_t = void (*)(ompt_data_t *task_data, int flags, const void *codeptr_ra);

// Devices.

/// `lookup` is NULL for a device that cannot be traced.
using ompt_callback_device_initialize_t = void (*)(int device_num, const char *type,
                                                   ompt_device_t *device,
                                                   ompt_function_lookup_t lookup,
                                                   const char *documentation);

using ompt_callback_device_finalize_t = void (*)(int device_num);

using ompt_callback_device_load_t = void (*)(int device_num, const char *filename,
                                             std::int64_t offset_in_file, void *vma_in_file,
                                             std::size_t bytes, void *host_addr, void *device_addr,
                                             std::uint64_t module_id);

using ompt_callback_device_unload_t = void (*)(int device_num, std::uint64_t module_id);

// Target regions: the external-monitoring form ("emi", since 5.1), where the tool stores the
// identifiers, then the form of 5.0 (deprecated in 6.0), where the runtime hands them out.

using ompt_callback_target_emi_t = void (*)(ompt_target_t kind, ompt_scope_endpoint_t endpoint,
                                            int device_num, ompt_data_t *task_data,
                                            ompt_data_t *target_task_data, ompt_data_t *target_data,
                                            const void *codeptr_ra);

/// The text of 6.0 calls the two ends dev1 and dev2 and says for each operation what they mean.
using ompt_callback_target_data_op_emi_t = void (*)(
    ompt_scope_endpoint_t endpoint, ompt_data_t *target_task_data, ompt_data_t *target_data,
    ompt_id_t *host_op_id, ompt_target_data_op_t optype, void *src_addr, int src_device_num,
    void *dest_addr, int dest_device_num, std::size_t bytes, const void *codeptr_ra);

using ompt_callback_target_submit_emi_t = void (*)(ompt_scope_endpoint_t endpoint,
                                                   ompt_data_t *target_data, ompt_id_t *host_op_id,
                                                   unsigned int requested_num_teams);

using ompt_callback_target_map_emi_t = void (*)(ompt_data_t *target_data, unsigned int nitems,
                                                void **host_addr, void **device_addr,
                                                std::size_t *bytes, unsigned int *mapping_flags,
                                                const void *codeptr_ra);

using ompt_callback_target_t = void (*)(ompt_target_t kind, ompt_scope_endpoint_t endpoint,
                                        int device_num, ompt_data_t *task_data, ompt_id_t target_id,
                                        const void *codeptr_ra);

using ompt_callback_target_data_op_t = void (*)(ompt_id_t target_id, ompt_id_t host_op_id,
                                                ompt_target_data_op_t optype, void *src_addr,
                                                int src_device_num, void *dest_addr,
                                                int dest_device_num, std::size_t bytes,
                                                const void *codeptr_ra);

using ompt_callback_target_submit_t = void (*)(ompt_id_t target_id, ompt_id_t host_op_id,
                                               unsigned int requested_num_teams);

using ompt_callback_target_map_t = void (*)(ompt_id_t target_id, unsigned int nitems,
                                            void **host_addr, void **device_addr,
                                            std::size_t *bytes, unsigned int *mapping_flags,
                                            const void *codeptr_ra);

// The rest.

using ompt_callback_control_tool_t = int (*)(std::uint64_t command, std::uint64_t modifier,
                                             void *arg, const void *codeptr_ra);

/// Since 5.1.
using ompt_callback_error_t = void (*)(ompt_severity_t severity, const char *message,
                                       std::size_t length, const void *codeptr_ra);

// Not registered by code, but passed to ompt_start_trace.

using ompt_callback_buffer_request_t = void (*)(int device_num, ompt_buffer_t **buffer,
                                                std::size_t *bytes);

using ompt_callback_buffer_complete_t = void (*)(int device_num, ompt_buffer_t *buffer,
                                                 std::size_t bytes, ompt_buffer_cursor_t begin,
                                                 int buffer_owned);

/// The signature of a callback code: `callback_signature_t<ompt_callback_work>` is
/// `ompt_callback_work_t`. Undefined for a code that does not exist.
template <ompt_callbacks_t Code> struct callback_signature;
#define OMPT_CALLBACK(code, name, since, deprecated, removed, signature, m50, m51, m52, m60)       \
  template <> struct callback_signature<ompt_callback_##name> {                                    \
    using type = signature;                                                                        \
  };
#include "ompt_abi/callbacks.def"
template <ompt_callbacks_t Code>
using callback_signature_t = typename callback_signature<Code>::type;

} // namespace ompt_abi

#endif // OMPT_ABI_CALLBACKS_H
