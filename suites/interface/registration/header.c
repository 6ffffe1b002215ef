// The header that comes with the runtime: values and sizes that every version gives them. Compiling
// the header judges it, because a tool is compiled against it.
// REQUIRES: tools_header
// RUN: %cts-observe hdr.enumerators -- %cts-compile -DENUMERATORS %s -o %t.enumerators
// RUN: %cts-observe hdr.sizes -- %cts-compile -DSIZES %s -o %t.sizes
// RUN: %cts-observe set-callback.master-alias -- %cts-compile -DALIAS %s -o %t.alias
#include <omp-tools.h>
#include <stddef.h>
#include <stdint.h>

#define IS(enumerator, value) _Static_assert((enumerator) == (value), #enumerator)

#ifdef ENUMERATORS
IS(ompt_callback_thread_begin, 1);
IS(ompt_callback_thread_end, 2);
IS(ompt_callback_parallel_begin, 3);
IS(ompt_callback_parallel_end, 4);
IS(ompt_callback_task_create, 5);
IS(ompt_callback_task_schedule, 6);
IS(ompt_callback_implicit_task, 7);
IS(ompt_callback_target, 8);
IS(ompt_callback_target_data_op, 9);
IS(ompt_callback_target_submit, 10);
IS(ompt_callback_control_tool, 11);
IS(ompt_callback_device_initialize, 12);
IS(ompt_callback_device_finalize, 13);
IS(ompt_callback_device_load, 14);
IS(ompt_callback_device_unload, 15);
IS(ompt_callback_sync_region_wait, 16);
IS(ompt_callback_mutex_released, 17);
IS(ompt_callback_dependences, 18);
IS(ompt_callback_task_dependence, 19);
IS(ompt_callback_work, 20);
IS(ompt_callback_target_map, 22);
IS(ompt_callback_sync_region, 23);
IS(ompt_callback_lock_init, 24);
IS(ompt_callback_lock_destroy, 25);
IS(ompt_callback_mutex_acquire, 26);
IS(ompt_callback_mutex_acquired, 27);
IS(ompt_callback_nest_lock, 28);
IS(ompt_callback_flush, 29);
IS(ompt_callback_cancel, 30);
IS(ompt_callback_reduction, 31);
IS(ompt_callback_dispatch, 32);
IS(ompt_set_error, 0);
IS(ompt_set_never, 1);
IS(ompt_set_impossible, 2);
IS(ompt_set_sometimes, 3);
IS(ompt_set_sometimes_paired, 4);
IS(ompt_set_always, 5);
IS(ompt_thread_initial, 1);
IS(ompt_thread_worker, 2);
IS(ompt_thread_other, 3);
IS(ompt_scope_begin, 1);
IS(ompt_scope_end, 2);
IS(ompt_task_initial, 0x1);
IS(ompt_task_implicit, 0x2);
IS(ompt_task_explicit, 0x4);
IS(ompt_task_target, 0x8);
IS(ompt_task_undeferred, 0x08000000);
IS(ompt_task_untied, 0x10000000);
IS(ompt_task_final, 0x20000000);
IS(ompt_task_mergeable, 0x40000000);
IS(ompt_task_complete, 1);
IS(ompt_task_yield, 2);
IS(ompt_task_cancel, 3);
IS(ompt_task_detach, 4);
IS(ompt_task_early_fulfill, 5);
IS(ompt_task_late_fulfill, 6);
IS(ompt_task_switch, 7);
IS(ompt_frame_runtime, 0x00);
IS(ompt_frame_application, 0x01);
IS(ompt_frame_cfa, 0x10);
IS(ompt_frame_framepointer, 0x20);
IS(ompt_frame_stackaddress, 0x30);
IS(ompt_state_work_serial, 0x000);
IS(ompt_state_work_parallel, 0x001);
IS(ompt_state_work_reduction, 0x002);
IS(ompt_state_wait_taskwait, 0x020);
IS(ompt_state_wait_taskgroup, 0x021);
IS(ompt_state_wait_lock, 0x041);
IS(ompt_state_wait_critical, 0x042);
IS(ompt_state_idle, 0x100);
IS(ompt_state_overhead, 0x101);
IS(ompt_state_undefined, 0x102);
IS(ompt_mutex_lock, 1);
IS(ompt_mutex_test_lock, 2);
IS(ompt_mutex_nest_lock, 3);
IS(ompt_mutex_test_nest_lock, 4);
IS(ompt_mutex_critical, 5);
IS(ompt_mutex_atomic, 6);
IS(ompt_mutex_ordered, 7);
IS(ompt_work_loop, 1);
IS(ompt_work_sections, 2);
IS(ompt_work_single_executor, 3);
IS(ompt_work_single_other, 4);
IS(ompt_work_workshare, 5);
IS(ompt_work_distribute, 6);
IS(ompt_work_taskloop, 7);
IS(ompt_sync_region_barrier_explicit, 3);
IS(ompt_sync_region_barrier_implementation, 4);
IS(ompt_sync_region_taskwait, 5);
IS(ompt_sync_region_taskgroup, 6);
IS(ompt_sync_region_reduction, 7);
IS(ompt_dependence_type_in, 1);
IS(ompt_dependence_type_out, 2);
IS(ompt_dependence_type_inout, 3);
IS(ompt_dependence_type_mutexinoutset, 4);
IS(ompt_dependence_type_source, 5);
IS(ompt_dependence_type_sink, 6);
IS(ompt_dispatch_iteration, 1);
IS(ompt_dispatch_section, 2);
IS(ompt_cancel_parallel, 0x01);
IS(ompt_cancel_sections, 0x02);
IS(ompt_cancel_loop, 0x04);
IS(ompt_cancel_taskgroup, 0x08);
IS(ompt_cancel_activated, 0x10);
IS(ompt_cancel_detected, 0x20);
IS(ompt_cancel_discarded_task, 0x40);
#endif

#ifdef SIZES
IS(sizeof(ompt_data_t), 8);
IS(sizeof(ompt_id_t), 8);
IS(sizeof(ompt_wait_id_t), 8);
IS(offsetof(ompt_frame_t, exit_frame), 0);
IS(offsetof(ompt_frame_t, enter_frame), sizeof(ompt_data_t));
IS(offsetof(ompt_frame_t, exit_frame_flags), 2 * sizeof(ompt_data_t));
IS(offsetof(ompt_frame_t, enter_frame_flags), 2 * sizeof(ompt_data_t) + sizeof(int));
#endif

#ifdef ALIAS
IS(ompt_callback_master, 21);
#endif

int main(void) { return 0; }
