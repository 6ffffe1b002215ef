// Groups of enumerators: barriers, loops, chunks, transfers.
#pragma once

#include "ompt_abi/enums.h"
#include "trace/types.h"

namespace cts {

using namespace ompt_abi; // the machines speak of its enumerators all the time

constexpr bool is_team_barrier(u32 kind) {
  return kind == ompt_sync_region_barrier || kind == ompt_sync_region_barrier_implicit ||
         kind == ompt_sync_region_barrier_explicit ||
         kind == ompt_sync_region_barrier_implicit_workshare ||
         kind == ompt_sync_region_barrier_implicit_parallel;
}
constexpr bool is_barrier(u32 kind) {
  return is_team_barrier(kind) || kind == ompt_sync_region_barrier_implementation ||
         kind == ompt_sync_region_barrier_teams;
}
constexpr bool is_loop(u32 type) {
  return type == ompt_work_loop || (type >= ompt_work_loop_static && type <= ompt_work_loop_other);
}
constexpr bool is_single(u32 type) {
  return type == ompt_work_single_executor || type == ompt_work_single_other;
}
// A region that a team shares and that must not be closely nested in another such region.
constexpr bool is_worksharing(u32 type) {
  return is_loop(type) || is_single(type) || type == ompt_work_sections ||
         type == ompt_work_workshare;
}
// The kinds of barriers that may close a parallel or teams region, including the deprecated kind.
constexpr bool closes_region(u32 kind) {
  return kind == ompt_sync_region_barrier_implicit_parallel ||
         kind == ompt_sync_region_barrier_implicit || kind == ompt_sync_region_barrier_teams;
}
// The dispatch kinds with a first iteration and a number of iterations.
constexpr bool is_chunk(u32 kind) {
  return kind == ompt_dispatch_ws_loop_chunk || kind == ompt_dispatch_taskloop_chunk ||
         kind == ompt_dispatch_distribute_chunk;
}

// A lock acquired by a test routine is released as an ordinary lock.
constexpr u32 without_test(u32 kind) {
  return kind == ompt_mutex_test_lock        ? u32{ompt_mutex_lock}
         : kind == ompt_mutex_test_nest_lock ? u32{ompt_mutex_nest_lock}
                                             : kind;
}

// Operations on device data. The runtime may or may not distinguish asynchronous operations.
constexpr bool is_asynchronous(u32 optype) { return optype >= ompt_target_data_alloc_async; }
constexpr u32 without_async(u32 optype) {
  return is_asynchronous(optype) ? optype - ompt_target_data_alloc_async + ompt_target_data_alloc
                                 : optype;
}
constexpr bool allocates(u32 optype) { return without_async(optype) == ompt_target_data_alloc; }
constexpr bool deletes(u32 optype) { return without_async(optype) == ompt_target_data_delete; }
constexpr bool to_device(u32 optype) {
  return without_async(optype) == ompt_target_data_transfer_to_device;
}
constexpr bool from_device(u32 optype) {
  return without_async(optype) == ompt_target_data_transfer_from_device;
}
// Between any two devices; since 6.0 (where to and from a device are deprecated).
constexpr bool transfers(u32 optype) {
  return without_async(optype) == ompt_target_data_transfer ||
         without_async(optype) == ompt_target_data_transfer_rect;
}
constexpr bool copies(u32 optype) {
  return to_device(optype) || from_device(optype) || transfers(optype);
}
constexpr bool sets_memory(u32 optype) { return without_async(optype) == ompt_target_data_memset; }
// An operation without duration: it has one event, with the endpoint beginend.
constexpr bool is_association(u32 optype) {
  return optype == ompt_target_data_associate || optype == ompt_target_data_disassociate;
}
// A construct that executes code on a device.
constexpr bool is_target_construct(u32 target_kind) {
  return target_kind == ompt_target || target_kind == ompt_target_nowait;
}
// A construct that does not wait for its operations.
constexpr bool is_deferred(u32 target_kind) {
  return target_kind == ompt_target_nowait || target_kind == ompt_target_enter_data_nowait ||
         target_kind == ompt_target_exit_data_nowait || target_kind == ompt_target_update_nowait;
}

} // namespace cts
