// Trace records: what a device that can be traced puts into the tool's buffers, one structure for
// each callback it stands for.

#ifndef OMPT_ABI_RECORDS_H
#define OMPT_ABI_RECORDS_H

#include "ompt_abi/types.h"

namespace ompt_abi {

struct ompt_record_thread_begin_t {
  ompt_thread_t thread_type;
};

struct ompt_record_parallel_begin_t {
  ompt_id_t encountering_task_id;
  ompt_id_t parallel_id;
  unsigned int requested_parallelism;
  int flags;
  const void *codeptr_ra;
};

struct ompt_record_parallel_end_t {
  ompt_id_t parallel_id;
  ompt_id_t encountering_task_id;
  int flags;
  const void *codeptr_ra;
};

/// The first member was called `wstype` before 5.2.
struct ompt_record_work_t {
  ompt_work_t work_type;
  ompt_scope_endpoint_t endpoint;
  ompt_id_t parallel_id;
  ompt_id_t task_id;
  std::uint64_t count;
  const void *codeptr_ra;
};

struct ompt_record_dispatch_t {
  ompt_id_t parallel_id;
  ompt_id_t task_id;
  ompt_dispatch_t kind;
  ompt_data_t instance;
};

struct ompt_record_task_create_t {
  ompt_id_t encountering_task_id;
  ompt_id_t new_task_id;
  int flags;
  int has_dependences;
  const void *codeptr_ra;
};

struct ompt_record_dependences_t {
  ompt_id_t task_id;
  ompt_dependence_t dep;
  int ndeps;
};

struct ompt_record_task_dependence_t {
  ompt_id_t src_task_id;
  ompt_id_t sink_task_id;
};

struct ompt_record_task_schedule_t {
  ompt_id_t prior_task_id;
  ompt_task_status_t prior_task_status;
  ompt_id_t next_task_id;
};

struct ompt_record_implicit_task_t {
  ompt_scope_endpoint_t endpoint;
  ompt_id_t parallel_id;
  ompt_id_t task_id;
  unsigned int actual_parallelism;
  unsigned int index;
  int flags;
};

struct ompt_record_masked_t {
  ompt_scope_endpoint_t endpoint;
  ompt_id_t parallel_id;
  ompt_id_t task_id;
  const void *codeptr_ra;
};
using ompt_record_master_t = ompt_record_masked_t; // the name in 5.0

struct ompt_record_sync_region_t {
  ompt_sync_region_t kind;
  ompt_scope_endpoint_t endpoint;
  ompt_id_t parallel_id;
  ompt_id_t task_id;
  const void *codeptr_ra;
};

struct ompt_record_mutex_acquire_t {
  ompt_mutex_t kind;
  unsigned int hint;
  unsigned int impl;
  ompt_wait_id_t wait_id;
  const void *codeptr_ra;
};

struct ompt_record_mutex_t {
  ompt_mutex_t kind;
  ompt_wait_id_t wait_id;
  const void *codeptr_ra;
};

struct ompt_record_nest_lock_t {
  ompt_scope_endpoint_t endpoint;
  ompt_wait_id_t wait_id;
  const void *codeptr_ra;
};

struct ompt_record_flush_t {
  const void *codeptr_ra;
};

struct ompt_record_cancel_t {
  ompt_id_t task_id;
  int flags;
  const void *codeptr_ra;
};

struct ompt_record_target_emi_t {
  ompt_target_t kind;
  ompt_scope_endpoint_t endpoint;
  int device_num;
  ompt_id_t task_id;
  ompt_id_t target_id;
  const void *codeptr_ra;
};

struct ompt_record_target_data_op_emi_t {
  ompt_id_t host_op_id;
  ompt_target_data_op_t optype;
  void *src_addr;
  int src_device_num;
  void *dest_addr;
  int dest_device_num;
  std::size_t bytes;
  ompt_device_time_t end_time;
  const void *codeptr_ra;
};

struct ompt_record_target_map_emi_t {
  ompt_id_t target_id;
  unsigned int nitems;
  void **host_addr;
  void **device_addr;
  std::size_t *bytes;
  unsigned int *mapping_flags;
  const void *codeptr_ra;
};

struct ompt_record_target_submit_emi_t {
  ompt_id_t host_op_id;
  unsigned int requested_num_teams;
  unsigned int granted_num_teams;
  ompt_device_time_t end_time;
};

// The names up to 5.2, deprecated in 6.0; the layouts never changed.
using ompt_record_target_t = ompt_record_target_emi_t;
using ompt_record_target_data_op_t = ompt_record_target_data_op_emi_t;
using ompt_record_target_map_t = ompt_record_target_map_emi_t;
using ompt_record_target_kernel_t = ompt_record_target_submit_emi_t;

struct ompt_record_control_tool_t {
  std::uint64_t command;
  std::uint64_t modifier;
  const void *codeptr_ra;
};

/// Since 5.1.
struct ompt_record_error_t {
  ompt_severity_t severity;
  const char *message;
  std::size_t length;
  const void *codeptr_ra;
};

/// `ompt_record_ompt_t::type` says which member holds. Before 6.0 this union has no name.
union ompt_any_record_ompt_t {
  ompt_record_thread_begin_t thread_begin;
  ompt_record_parallel_begin_t parallel_begin;
  ompt_record_parallel_end_t parallel_end;
  ompt_record_work_t work;
  ompt_record_dispatch_t dispatch;
  ompt_record_task_create_t task_create;
  ompt_record_dependences_t dependences;
  ompt_record_task_dependence_t task_dependence;
  ompt_record_task_schedule_t task_schedule;
  ompt_record_implicit_task_t implicit_task;
  ompt_record_masked_t masked;
  ompt_record_sync_region_t sync_region;
  ompt_record_mutex_acquire_t mutex_acquire;
  ompt_record_mutex_t mutex;
  ompt_record_nest_lock_t nest_lock;
  ompt_record_flush_t flush;
  ompt_record_cancel_t cancel;
  ompt_record_target_t target;
  ompt_record_target_data_op_t target_data_op;
  ompt_record_target_map_t target_map;
  ompt_record_target_kernel_t target_kernel;
  ompt_record_target_emi_t target_emi;
  ompt_record_target_data_op_emi_t target_data_op_emi;
  ompt_record_target_map_emi_t target_map_emi;
  ompt_record_target_submit_emi_t target_submit_emi;
  ompt_record_control_tool_t control_tool;
  ompt_record_error_t error;
};

/// A record in the standard format.
struct ompt_record_ompt_t {
  ompt_callbacks_t type;
  ompt_device_time_t time;
  ompt_id_t thread_id;
  ompt_id_t target_id;
  ompt_any_record_ompt_t record;
};

/// The summary that every record in a device's native format allows.
struct ompt_record_abstract_t {
  ompt_record_native_t rclass;
  const char *type;
  ompt_device_time_t start_time;
  ompt_device_time_t end_time;
  ompt_hwid_t hwid;
};

} // namespace ompt_abi

#endif // OMPT_ABI_RECORDS_H
