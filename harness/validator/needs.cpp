// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "validator/needs.h"

#include "ompt_abi/ompt_abi.h"

#include <initializer_list>

namespace cts {
namespace {

using namespace ompt_abi;

constexpr u64 bits(std::initializer_list<u32> callbacks) {
  u64 set = 0;
  for (const u32 callback : callbacks)
    set |= u64{1} << callback;
  return set;
}

// An identifier is written into an entity's word where its beginning is reported: without that, a
// word says nothing.
constexpr u64 regions = bits({ompt_callback_parallel_begin});
constexpr u64 tasks = bits({ompt_callback_task_create});
constexpr u64 implicit_tasks = bits({ompt_callback_implicit_task});
// Who executes where.
constexpr u64 current = tasks | implicit_tasks | bits({ompt_callback_task_schedule});
// What becomes of a task.
constexpr u64 fates = current | bits({ompt_callback_cancel});
constexpr u64 mutexes = bits({ompt_callback_mutex_acquire, ompt_callback_mutex_acquired});
constexpr u64 releases = bits({ompt_callback_mutex_acquired, ompt_callback_mutex_released});

struct Need {
  Rule rule;
  u64 callbacks;
};

constexpr Need needs[] = {
    {Rule::data_dead_entity, implicit_tasks | regions},
    {Rule::device_finalize_after_init, bits({ompt_callback_device_initialize})},
    {Rule::device_load_module_id, bits({ompt_callback_device_load})},
    {Rule::device_unload_pair, bits({ompt_callback_device_load})},
    {Rule::task_create_one_per_task, current},
    {Rule::task_info_parallel, regions | implicit_tasks},
    {Rule::parallel_begin_encountering_data, current},
    {Rule::parallel_end_paired, regions},
    {Rule::initial_task_index_1, regions},
    {Rule::initial_task_actual_parallelism_1, regions},
    {Rule::thread_begin_initial_type, regions},
    {Rule::task_create_context, current},
    {Rule::task_create_before_execution, current},
    {Rule::task_schedule_prior_is_current, current},
    {Rule::task_schedule_next_known, current},
    {Rule::task_schedule_completes_eventually, fates | regions},
    {Rule::taskwait_complete_schedule, tasks},
    {Rule::task_fulfill_event, tasks},
    {Rule::task_dependence_distinct, tasks},
    {Rule::dependences_task_data, current},
    {Rule::cancel_task_data, current},
    {Rule::dispatch_parallel_task, current | regions},
    {Rule::single_executor_one, regions},
    {Rule::barrier_tasks_complete, fates | regions},
    {Rule::work_task_data, current},
    {Rule::sync_task_data, current},
    {Rule::masked_task_data, current},
    {Rule::mutex_acquire_before_acquired, mutexes},
    {Rule::mutex_acquired_before_released, mutexes | releases},
};

std::array<u64, rule_count> table() {
  std::array<u64, rule_count> result{};
  for (const Need &need : needs)
    result[static_cast<std::size_t>(need.rule)] |= need.callbacks;
  return result;
}

} // namespace

const std::array<u64, rule_count> &needed_callbacks() {
  static const std::array<u64, rule_count> needed = table();
  return needed;
}

} // namespace cts
