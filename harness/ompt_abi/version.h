// The OpenMP versions that this suite knows.

#ifndef OMPT_ABI_VERSION_H
#define OMPT_ABI_VERSION_H

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ompt_abi {

/// An OpenMP version with an OMPT chapter; the number is major * 10 + minor, so versions compare.
enum class version : std::uint8_t { v50 = 50, v51 = 51, v52 = 52, v60 = 60 };

inline constexpr std::array<version, 4> all_versions = {version::v50, version::v51, version::v52,
                                                        version::v60};
inline constexpr version latest_version = version::v60;

/// The version whose `_OPENMP` value is `date` (also the first argument of `ompt_start_tool`), or
/// nothing for every other date: pre-standard reports share dates with nothing in this list.
constexpr std::optional<version> version_of_date(unsigned date) noexcept {
  switch (date) {
  case 201811:
    return version::v50;
  case 202011:
    return version::v51;
  case 202111:
    return version::v52;
  case 202411:
    return version::v60;
  default:
    return std::nullopt;
  }
}

/// The `_OPENMP` value of `v`; the inverse of `version_of_date`.
constexpr unsigned date_of(version v) noexcept {
  switch (v) {
  case version::v50:
    return 201811;
  case version::v51:
    return 202011;
  case version::v52:
    return 202111;
  case version::v60:
    return 202411;
  }
  return 0;
}

/// "5.0", "5.1", "5.2" or "6.0".
constexpr std::string_view name_of(version v) noexcept {
  switch (v) {
  case version::v50:
    return "5.0";
  case version::v51:
    return "5.1";
  case version::v52:
    return "5.2";
  case version::v60:
    return "6.0";
  }
  return {};
}

/// The version that `name_of` calls `text`, or nothing.
constexpr std::optional<version> parse_version(std::string_view text) noexcept {
  for (version v : all_versions)
    if (name_of(v) == text)
      return v;
  return std::nullopt;
}

} // namespace ompt_abi

#endif // OMPT_ABI_VERSION_H
