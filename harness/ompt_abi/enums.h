// OMPT's enumeration types, generated from enums.def.

#ifndef OMPT_ABI_ENUMS_H
#define OMPT_ABI_ENUMS_H

#include <cstdint>

namespace ompt_abi {

// The underlying type is fixed for two reasons: it is the one that C compilers choose for these
// enumerations on every platform we know (flags use bit 31), and a runtime under test may pass any
// value at all, which would be undefined behavior in an enumeration without it.
#define OMPT_ENUM_BEGIN(kind, c_type, flags) enum c_type : std::uint32_t {
#define OMPT_ENUMERATOR(kind, name, c_name, value, since, deprecated, removed) c_name = value,
// clang-format off
#define OMPT_ENUM_END(kind) };
// clang-format on
#include "ompt_abi/enums.def"

/// One enumerator for each enumeration above: `enum_kind::thread` stands for `ompt_thread_t`.
enum class enum_kind : std::uint8_t {
#define OMPT_ENUM_BEGIN(kind, c_type, flags) kind,
#include "ompt_abi/enums.def"
};

/// The kind of an enumeration type: `kind_of(ompt_thread_worker) == enum_kind::thread`.
#define OMPT_ENUM_BEGIN(kind, c_type, flags)                                                       \
  constexpr enum_kind kind_of(c_type) noexcept { return enum_kind::kind; }
#include "ompt_abi/enums.def"

/// True if every bit of `bit` is set in `flags`, which callbacks hand over as a plain int.
/// For flag enumerations made of bits only; `ompt_frame_flag_t` has fields instead.
template <class Flag> constexpr bool has_flag(int flags, Flag bit) noexcept {
  return (static_cast<std::uint32_t>(flags) & static_cast<std::uint32_t>(bit)) ==
         static_cast<std::uint32_t>(bit);
}

} // namespace ompt_abi

#endif // OMPT_ABI_ENUMS_H
