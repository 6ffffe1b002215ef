#include "ompt_abi/tables.h"

#include <array>
#include <iterator>

#include "ompt_abi/names.h"

namespace ompt_abi {
namespace {

/// The first version with an enumerator of this value. Two share code 21 (master, then masked).
constexpr version callback_since(std::uint32_t code) {
  version first = latest_version;
#define OMPT_ENUMERATOR(kind, name, c_name, value, since, deprecated, removed)                     \
  if (enum_kind::kind == enum_kind::callback && (value) == code &&                                 \
      static_cast<version>(since) < first)                                                         \
    first = static_cast<version>(since);
#include "ompt_abi/enums.def"
  return first;
}

constexpr std::uint8_t mandatory(bool m50, bool m51, bool m52, bool m60) {
  return static_cast<std::uint8_t>((m50 ? callback_info::mask_of(version::v50) : 0) |
                                   (m51 ? callback_info::mask_of(version::v51) : 0) |
                                   (m52 ? callback_info::mask_of(version::v52) : 0) |
                                   (m60 ? callback_info::mask_of(version::v60) : 0));
}

constexpr std::uint32_t counterpart(ompt_callbacks_t code) {
  switch (code) {
  case ompt_callback_target:
    return ompt_callback_target_emi;
  case ompt_callback_target_emi:
    return ompt_callback_target;
  case ompt_callback_target_data_op:
    return ompt_callback_target_data_op_emi;
  case ompt_callback_target_data_op_emi:
    return ompt_callback_target_data_op;
  case ompt_callback_target_submit:
    return ompt_callback_target_submit_emi;
  case ompt_callback_target_submit_emi:
    return ompt_callback_target_submit;
  case ompt_callback_target_map:
    return ompt_callback_target_map_emi;
  case ompt_callback_target_map_emi:
    return ompt_callback_target_map;
  default:
    return 0;
  }
}

constexpr callback_info callbacks[] = {
#define OMPT_CALLBACK(code, name, since, deprecated, removed, signature, m50, m51, m52, m60)       \
  {ompt_callback_##name,                                                                           \
   #name,                                                                                          \
   #signature,                                                                                     \
   callback_since(ompt_callback_##name),                                                           \
   mandatory(m50, m51, m52, m60),                                                                  \
   std::string_view(#name).ends_with("_emi"),                                                      \
   counterpart(ompt_callback_##name)},
#include "ompt_abi/callbacks.def"
};

/// find_callback computes an index from a code.
constexpr bool codes_are_dense() {
  for (std::size_t i = 0; i < std::size(callbacks); ++i)
    if (callbacks[i].code != first_callback + i)
      return false;
  return std::size(callbacks) == last_callback - first_callback + 1;
}
static_assert(codes_are_dense(), "callbacks.def must list every code, in order");

enum class place { host, device };

struct placed_entry_point {
  place where;
  entry_point_info info;
};

constexpr placed_entry_point entry_points[] = {
#define OMPT_ENTRY_POINT(name, where, since)                                                       \
  {place::where, {"ompt_" #name, static_cast<version>(since)}},
#include "ompt_abi/entry_points.def"
};

constexpr std::size_t count_of(place where) {
  std::size_t count = 0;
  for (const placed_entry_point &entry : entry_points)
    count += entry.where == where;
  return count;
}

/// The entry points of one place, as an array of their own.
template <place Where> constexpr auto only() {
  std::array<entry_point_info, count_of(Where)> result{};
  std::size_t next = 0;
  for (const placed_entry_point &entry : entry_points)
    if (entry.where == Where)
      result[next++] = entry.info;
  return result;
}

constexpr auto host = only<place::host>();
constexpr auto device = only<place::device>();

} // namespace

std::span<const callback_info> all_callbacks() noexcept { return callbacks; }

const callback_info *find_callback(std::uint64_t code) noexcept {
  if (code < first_callback || code > last_callback)
    return nullptr;
  return &callbacks[code - first_callback];
}

const callback_info *find_callback(std::string_view name) noexcept {
  for (const enumerator_info &e : info_of(enum_kind::callback).enumerators)
    if (e.name == name || e.c_name == name)
      return find_callback(e.value);
  return nullptr;
}

std::span<const entry_point_info> host_entry_points() noexcept { return host; }

std::span<const entry_point_info> device_entry_points() noexcept { return device; }

} // namespace ompt_abi
