// The callbacks a tool can register and the entry points it can look up, as tables: generated from
// callbacks.def and entry_points.def.
//
// Constant data: any thread may read it at any time. Nothing here allocates or throws.

#ifndef OMPT_ABI_TABLES_H
#define OMPT_ABI_TABLES_H

#include <cstdint>
#include <span>
#include <string_view>

#include "ompt_abi/enums.h"
#include "ompt_abi/version.h"

namespace ompt_abi {

/// The lowest and highest callback code; every code between them exists.
inline constexpr std::uint32_t first_callback = ompt_callback_thread_begin;
inline constexpr std::uint32_t last_callback = ompt_callback_error;

/// A callback that a tool can register.
struct callback_info {
  ompt_callbacks_t code;
  std::string_view name;       ///< short form: "sync_region_wait"
  std::string_view signature;  ///< type in callbacks.h: "ompt_callback_sync_region_t"
  version since;               ///< the first version with this code
  std::uint8_t mandatory_mask; ///< see `mandatory_in`
  bool emi;                    ///< one of the four external-monitoring callbacks
  std::uint32_t counterpart;   ///< code of the other form of a target callback, with or
                               ///< without "emi" (a tool registers one form, never both), or 0

  /// True if registration in version `v` must be answered with `ompt_set_always`.
  constexpr bool mandatory_in(version v) const noexcept {
    return (mandatory_mask & mask_of(v)) != 0;
  }

  /// True if version `v` has this callback.
  constexpr bool known_in(version v) const noexcept { return v >= since; }

  /// The bit of `mandatory_mask` that stands for `v`.
  static constexpr std::uint8_t mask_of(version v) noexcept {
    switch (v) {
    case version::v50:
      return 1;
    case version::v51:
      return 2;
    case version::v52:
      return 4;
    case version::v60:
      return 8;
    }
    return 0;
  }
};

/// All callbacks in order of their codes: index 0 is code 1.
std::span<const callback_info> all_callbacks() noexcept;

/// The callback with this code, or nullptr.
const callback_info *find_callback(std::uint64_t code) noexcept;

/// The callback with this short or official name ("master" finds "masked"), or nullptr.
const callback_info *find_callback(std::string_view name) noexcept;

/// A runtime entry point.
struct entry_point_info {
  std::string_view name; ///< what to look up: "ompt_get_state"; the type is this plus "_t"
  version since;         ///< the first version that has it

  /// True if version `v` has this entry point.
  constexpr bool known_in(version v) const noexcept { return v >= since; }
};

/// The 19 entry points that the initializer's lookup function must know.
std::span<const entry_point_info> host_entry_points() noexcept;

/// The entry points that a device's lookup function may know.
std::span<const entry_point_info> device_entry_points() noexcept;

} // namespace ompt_abi

#endif // OMPT_ABI_TABLES_H
