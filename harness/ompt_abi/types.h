// OMPT's data types: the data that runtime and tool exchange by pointer. Trace records are in
// records.h.

#ifndef OMPT_ABI_TYPES_H
#define OMPT_ABI_TYPES_H

#include <cstddef>
#include <cstdint>

#include "ompt_abi/enums.h"

namespace ompt_abi {

using ompt_id_t = std::uint64_t;
using ompt_wait_id_t = std::uint64_t;
using ompt_hwid_t = std::uint64_t;
using ompt_device_time_t = std::uint64_t;
using ompt_buffer_cursor_t = std::uint64_t;

/// Opaque: a tool only ever holds pointers to these.
using ompt_device_t = void;
using ompt_buffer_t = void;

/// A word that belongs to the tool, attached to a thread, parallel region, task or target region.
union ompt_data_t {
  std::uint64_t value;
  void *ptr;
};

/// Where a task entered and left the runtime; the flags are `ompt_frame_flag_t` values.
struct ompt_frame_t {
  ompt_data_t exit_frame;
  ompt_data_t enter_frame;
  int exit_frame_flags;
  int enter_frame_flags;
};

/// `variable` is an address (`ptr`) or, for source and sink, an iteration vector entry (`value`).
struct ompt_dependence_t {
  ompt_data_t variable;
  ompt_dependence_type_t dependence_type;
};

/// Since 5.2. The target of `instance.ptr` in a dispatch event of the three chunk kinds.
struct ompt_dispatch_chunk_t {
  std::uint64_t start;
  std::uint64_t iterations;
};

/// Since 6.0. A rectangular part of an array, for rectangular transfers.
struct ompt_subvolume_t {
  const void *base;
  std::uint64_t size;
  std::uint64_t num_dims;
  const std::uint64_t *volume;
  const std::uint64_t *offsets;
  const std::uint64_t *dimensions;
};

/// Generic function pointers: cast to the real signature before calling.
using ompt_interface_fn_t = void (*)();
using ompt_callback_t = void (*)();

using ompt_function_lookup_t = ompt_interface_fn_t (*)(const char *interface_function_name);

using ompt_initialize_t = int (*)(ompt_function_lookup_t lookup, int initial_device_num,
                                  ompt_data_t *tool_data);
using ompt_finalize_t = void (*)(ompt_data_t *tool_data);

/// The result of `ompt_start_tool`, which must stay valid until the runtime has finalized the tool.
struct ompt_start_tool_result_t {
  ompt_initialize_t initialize;
  ompt_finalize_t finalize;
  ompt_data_t tool_data;
};

/// Signature of the tool's `ompt_start_tool`. The function itself is not declared here: it must
/// have C linkage and default visibility, and only a tool defines it.
using ompt_start_tool_t = ompt_start_tool_result_t *(*)(unsigned int omp_version,
                                                        const char *runtime_version);

// The values that stand for "nothing". The official headers call them `ompt_..._none`, as macros,
// which is why they have other names here: both may meet in one translation unit.
inline constexpr ompt_id_t id_none = 0;
inline constexpr ompt_data_t data_none = {0};
inline constexpr ompt_device_time_t time_none = 0;
inline constexpr ompt_hwid_t hwid_none = 0;
inline constexpr std::uint64_t addr_none = ~std::uint64_t{0};
inline constexpr unsigned int mutex_impl_none = 0;
inline constexpr ompt_wait_id_t wait_id_none = 0;

} // namespace ompt_abi

#endif // OMPT_ABI_TYPES_H
