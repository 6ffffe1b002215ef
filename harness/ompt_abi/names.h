// Names of OMPT's enumerators and what each OpenMP version says of them, generated from enums.def.
//
// Everything here reads constant tables: any thread may call it at any time, and it never throws
// except where a function returns a std::string and memory runs out. No function here is meant for
// a callback's hot path; none takes a lock.
//
// Values come from runtimes under test, so each function accepts any value. A negative int that was
// widened (flags with bit 31 set) is taken for the 32-bit value it came from.

#ifndef OMPT_ABI_NAMES_H
#define OMPT_ABI_NAMES_H

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ompt_abi/enums.h"
#include "ompt_abi/version.h"

namespace ompt_abi {

/// One enumerator: a line of enums.def.
struct enumerator_info {
  std::string_view name;   ///< short form: "barrier_explicit"
  std::string_view c_name; ///< official form: "ompt_sync_region_barrier_explicit"
  std::uint32_t value;
  version since;                     ///< the first version that has it
  std::optional<version> deprecated; ///< the version that deprecated it
  std::optional<version> removed;    ///< the first version that no longer has it
};

/// One enumeration type.
struct enum_info {
  enum_kind kind;
  std::string_view name;   ///< short form: "sync_region"
  std::string_view c_name; ///< official form: "ompt_sync_region_t"
  bool flags;              ///< values are or-ed together
  std::span<const enumerator_info> enumerators;
};

/// The status of a value in a version, from best to worst.
enum class standing : std::uint8_t {
  valid,      ///< part of that version
  deprecated, ///< part of it, but deprecated
  not_yet,    ///< a later version introduces it
  removed,    ///< an earlier version had it
  unknown     ///< in no version
};

/// All enumeration types, indexed by `enum_kind`.
std::span<const enum_info> all_enums() noexcept;

/// The type of that kind; `kind` must be an enumerator of `enum_kind`.
const enum_info &info_of(enum_kind kind) noexcept;

/// The kind whose short or official name is `name`, or nothing.
std::optional<enum_kind> find_enum(std::string_view name) noexcept;

/// The short name of exactly this value, or an empty view if no enumerator has it. In a flag
/// enumeration a combination has no name of its own: use `render`.
std::string_view name_of(enum_kind kind, std::uint64_t value) noexcept;

/// As above, for a typed value: `name_of(ompt_work_loop_static) == "loop_static"`.
template <class Enum>
requires requires(Enum e) { kind_of(e); }
std::string_view name_of(Enum value) noexcept {
  return name_of(kind_of(value), static_cast<std::uint32_t>(value));
}

/// A text for any value, which `parse` turns back into it. The short name if there is one; for
/// flags the names joined with '|', then what is left as a hexadecimal number ("explicit|untied",
/// "explicit|0x100"), "0" if nothing is set; for any other unknown value a decimal number.
std::string render(enum_kind kind, std::uint64_t value);

/// The value that `text` stands for: a short or official name, a decimal or 0x-hexadecimal number
/// of at most 64 bits, or in a flag enumeration several of these joined with '|'. Nothing if `text`
/// is anything else; no blanks are skipped.
std::optional<std::uint64_t> parse(enum_kind kind, std::string_view text) noexcept;

/// The status of `value` in version `v`. If several enumerators share the value, the best status
/// counts; for a combination of flags, the worst of its parts.
standing standing_in(enum_kind kind, std::uint64_t value, version v) noexcept;

/// True if `value` is part of version `v`, deprecated or not.
bool known_in(enum_kind kind, std::uint64_t value, version v) noexcept;

/// For a flag enumeration: every bit that version `v` gives a meaning.
std::uint32_t known_bits(enum_kind kind, version v) noexcept;

/// "valid", "deprecated", "not_yet", "removed" or "unknown".
std::string_view name_of(standing s) noexcept;

} // namespace ompt_abi

#endif // OMPT_ABI_NAMES_H
