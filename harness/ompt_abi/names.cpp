#include "ompt_abi/names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>

namespace ompt_abi {
namespace {

/// A version column of enums.def: 0 means never.
constexpr std::optional<version> column(int number) {
  return number == 0 ? std::nullopt : std::optional<version>(static_cast<version>(number));
}

// One array of enumerators for each enumeration: enumerators_of_thread and so on.
#define OMPT_ENUM_BEGIN(kind, c_type, flags) constexpr enumerator_info enumerators_of_##kind[] = {
#define OMPT_ENUMERATOR(kind, name, c_name, value, since, deprecated, removed)                     \
  {#name, #c_name, c_name, static_cast<version>(since), column(deprecated), column(removed)},
// clang-format off
#define OMPT_ENUM_END(kind) };
// clang-format on
#include "ompt_abi/enums.def"

constexpr enum_info enums[] = {
#define OMPT_ENUM_BEGIN(kind, c_type, flags)                                                       \
  {enum_kind::kind, #kind, #c_type, (flags) != 0, enumerators_of_##kind},
#include "ompt_abi/enums.def"
};

/// Undoes the sign extension of a 32-bit int; every other value stays as it is.
constexpr std::uint64_t narrowed(std::uint64_t value) {
  constexpr std::uint64_t sign_extended = 0xffff'ffff'8000'0000;
  return (value & sign_extended) == sign_extended ? value & 0xffff'ffff : value;
}

/// The bits that decide whether flag enumerator `e` is meant. A flag is a bit of its own, except in
/// the frame flags, where the lower and the upper half of a byte each hold one of several values.
constexpr std::uint32_t field_of(enum_kind kind, const enumerator_info &e) {
  if (kind != enum_kind::frame_flag)
    return e.value;
  return (e.value & 0xf0) != 0 ? 0xf0 : 0x0f;
}

constexpr bool contains(enum_kind kind, std::uint64_t flags, const enumerator_info &e) {
  return (flags & field_of(kind, e)) == e.value;
}

constexpr standing standing_of(const enumerator_info &e, version v) {
  if (v < e.since)
    return standing::not_yet;
  if (e.removed && v >= *e.removed)
    return standing::removed;
  if (e.deprecated && v >= *e.deprecated)
    return standing::deprecated;
  return standing::valid;
}

std::optional<std::uint64_t> parse_number(std::string_view text) {
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    text.remove_prefix(2);
  }
  std::uint64_t value = 0;
  const char *end = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), end, value, base);
  if (error != std::errc{} || stop != end)
    return std::nullopt;
  return value;
}

std::optional<std::uint64_t> parse_one(const enum_info &info, std::string_view text) {
  for (const enumerator_info &e : info.enumerators)
    if (e.name == text || e.c_name == text)
      return e.value;
  return parse_number(text);
}

std::string to_text(std::uint64_t value, int base) {
  std::array<char, 24> digits;
  auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value, base);
  static_cast<void>(error); // 64 bits always fit
  return (base == 16 ? "0x" : "") + std::string(digits.data(), end);
}

std::string render_flags(const enum_info &info, std::uint64_t value) {
  std::string text;
  std::uint64_t rest = value;
  auto append = [&text](std::string_view part) {
    if (!text.empty())
      text += '|';
    text += part;
  };
  for (const enumerator_info &e : info.enumerators)
    if (contains(info.kind, value, e)) {
      append(e.name);
      rest &= ~std::uint64_t{e.value};
    }
  if (rest != 0)
    append(to_text(rest, 16));
  return text.empty() ? "0" : text;
}

} // namespace

std::span<const enum_info> all_enums() noexcept { return enums; }

const enum_info &info_of(enum_kind kind) noexcept { return enums[static_cast<std::size_t>(kind)]; }

std::optional<enum_kind> find_enum(std::string_view name) noexcept {
  for (const enum_info &info : enums)
    if (info.name == name || info.c_name == name)
      return info.kind;
  return std::nullopt;
}

std::string_view name_of(enum_kind kind, std::uint64_t value) noexcept {
  const auto &all = info_of(kind).enumerators;
  auto found = std::ranges::find(all, narrowed(value), &enumerator_info::value);
  return found == all.end() ? std::string_view{} : found->name;
}

std::string render(enum_kind kind, std::uint64_t value) {
  value = narrowed(value);
  const enum_info &info = info_of(kind);
  if (info.flags)
    return render_flags(info, value);
  std::string_view name = name_of(kind, value);
  return name.empty() ? to_text(value, 10) : std::string(name);
}

std::optional<std::uint64_t> parse(enum_kind kind, std::string_view text) noexcept {
  const enum_info &info = info_of(kind);
  if (!info.flags)
    return parse_one(info, text);
  std::uint64_t value = 0;
  for (bool more = true; more;) {
    std::size_t bar = text.find('|');
    more = bar != std::string_view::npos;
    std::optional<std::uint64_t> part = parse_one(info, text.substr(0, bar));
    if (!part)
      return std::nullopt;
    value |= *part;
    text.remove_prefix(more ? bar + 1 : text.size());
  }
  return value;
}

namespace {

constexpr standing looked_up(enum_kind kind, std::uint64_t value, version v) noexcept {
  const enum_info &info = enums[static_cast<std::size_t>(kind)];
  if (!info.flags) {
    standing best = standing::unknown;
    for (const enumerator_info &e : info.enumerators)
      if (e.value == value)
        best = std::min(best, standing_of(e, v));
    return best;
  }
  standing worst = standing::valid;
  std::uint64_t rest = value;
  for (const enumerator_info &e : info.enumerators)
    if (contains(kind, value, e)) {
      worst = std::max(worst, standing_of(e, v));
      rest &= ~std::uint64_t{e.value};
    }
  return rest == 0 ? worst : standing::unknown;
}

constexpr std::uint32_t collected_bits(enum_kind kind, version v) noexcept {
  std::uint32_t bits = 0;
  for (const enumerator_info &e : enums[static_cast<std::size_t>(kind)].enumerators)
    if (standing_of(e, v) <= standing::deprecated)
      bits |= e.value;
  return bits;
}

// The validator asks for every event, so the answers for small values are worked out beforehand.
struct answers {
  static constexpr std::size_t small_values = 64;
  std::array<standing, small_values> standings{};
  std::uint32_t bits = 0;
};

constexpr answers worked_out(enum_kind kind, version v) {
  answers all;
  for (std::size_t value = 0; value < answers::small_values; ++value)
    all.standings[value] = looked_up(kind, value, v);
  all.bits = collected_bits(kind, v);
  return all;
}

constexpr auto answers_by_kind = [] {
  std::array<std::array<answers, all_versions.size()>, std::size(enums)> all{};
  for (std::size_t kind = 0; kind < all.size(); ++kind)
    for (std::size_t n = 0; n < all_versions.size(); ++n)
      all[kind][n] = worked_out(static_cast<enum_kind>(kind), all_versions[n]);
  return all;
}();

// The place of a version among all.
constexpr auto place_of = [] {
  std::array<std::uint8_t, 256> places{};
  places.fill(all_versions.size() - 1);
  for (std::size_t n = 0; n < all_versions.size(); ++n)
    places[static_cast<std::size_t>(all_versions[n])] = static_cast<std::uint8_t>(n);
  return places;
}();

const answers &answers_for(enum_kind kind, version v) noexcept {
  return answers_by_kind[static_cast<std::size_t>(kind)][place_of[static_cast<std::size_t>(v)]];
}

inline standing answer(enum_kind kind, std::uint64_t value, version v) noexcept {
  value = narrowed(value);
  return value < answers::small_values ? answers_for(kind, v).standings[value]
                                       : looked_up(kind, value, v);
}

} // namespace

standing standing_in(enum_kind kind, std::uint64_t value, version v) noexcept {
  return answer(kind, value, v);
}

bool known_in(enum_kind kind, std::uint64_t value, version v) noexcept {
  return answer(kind, value, v) <= standing::deprecated;
}

std::uint32_t known_bits(enum_kind kind, version v) noexcept { return answers_for(kind, v).bits; }

std::string_view name_of(standing s) noexcept {
  constexpr std::string_view names[] = {"valid", "deprecated", "not_yet", "removed", "unknown"};
  auto index = static_cast<std::size_t>(s);
  return index < std::size(names) ? names[index] : std::string_view{};
}

} // namespace ompt_abi
