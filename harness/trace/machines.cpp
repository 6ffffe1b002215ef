#include "trace/machines.h"

#include "trace/machine/machine.h"

#include <algorithm>
#include <initializer_list>

namespace cts {
namespace {

using Before = InstructionBefore;

// The last bytes before `end` as a number, little-endian.
template <class Word> Word last(const unsigned char *end) {
  Word word;
  std::memcpy(&word, end - sizeof word, sizeof word);
  return word;
}

// The lower `bits` of a word as a signed number.
constexpr u64 sign_extended(u64 word, int bits) {
  return static_cast<u64>(static_cast<i64>(word << (64 - bits)) >> (64 - bits));
}

struct Form {
  u32 mask, value;
};
bool is_any(u32 word, std::initializer_list<Form> forms) {
  return std::ranges::any_of(forms, [&](Form f) { return (word & f.mask) == f.value; });
}

namespace x86_64 {

// The length of an indirect call, from the bytes after its first; 0 if it is none.
std::size_t indirect_call(unsigned char modrm, unsigned char sib) {
  const unsigned mod = modrm >> 6, rm = modrm & 7;
  if ((modrm >> 3 & 7) != 2)
    return 0;
  const bool scaled = mod != 3 && rm == 4;
  const bool wide = mod == 2 || (mod == 0 && (rm == 5 || (scaled && (sib & 7) == 5)));
  return 2 + scaled + (mod == 1) + 4 * wide;
}

// Whether the address may be the begin of code that is returned to without a call: the code after a
// context (makecontext), a coroutine or a signal handler. Such code is a function of its own, or
// follows a jump through a register. before(n) is the byte n before the address.
bool begins_there(u64 address, const auto &before) {
  if (before(2) == 0xFF && (before(1) & 0xF8) == 0xE0)
    return true;
  constexpr std::pair<std::size_t, unsigned char> fillers[] = {
      {3, 0x00}, {4, 0x40}, {5, 0x44}, {7, 0x80}, {8, 0x84}}; // 0F 1F and these
  const bool filled = std::ranges::any_of(fillers, [&](const auto &filler) {
    const auto [n, form] = filler;
    return before(n) == 0x0F && before(n - 1) == 0x1F && before(n - 2) == form;
  });
  constexpr unsigned alignment = 16;
  constexpr std::string_view ends = "\x90\xCC\xC3"; // no operation, trap, return
  return address % alignment == 0 &&
         (filled || ends.find(static_cast<char>(before(1))) != ends.npos || before(5) == 0xE9 ||
          before(2) == 0xEB);
}

Before before(u64 address, const unsigned char *end, std::size_t bytes) {
  const auto byte = [&](std::size_t n) { return *(end - n); };
  if (bytes >= 5 && byte(5) == 0xE8)
    return {Before::direct_call, address + sign_extended(last<u32>(end), 32)};
  for (std::size_t n = 2; n <= bytes; ++n)
    if (byte(n) == 0xFF && indirect_call(byte(n - 1), n > 2 ? byte(n - 2) : 0) == n)
      return {Before::indirect_call};
  if (bytes < instruction_bytes || begins_there(address, byte))
    return {};
  return {Before::no_call};
}

} // namespace x86_64

// A machine whose instructions have four bytes: its direct call and that one's distance, its
// indirect calls, and the words after which a function may begin.
Before fixed_width(u64 address, const unsigned char *end, std::size_t bytes, Form direct,
                   u64 (*distance)(u32), std::initializer_list<Form> indirect,
                   std::initializer_list<Form> ends) {
  if (address % 4 != 0)
    return {Before::no_call};
  if (bytes < 4)
    return {};
  const u32 word = last<u32>(end);
  if (is_any(word, {direct}))
    return {Before::direct_call, address - 4 + distance(word)};
  if (is_any(word, indirect))
    return {Before::indirect_call};
  return is_any(word, ends) ? Before{} : Before{Before::no_call};
}

Before before_on_aarch64(u64 address, const unsigned char *end, std::size_t bytes) {
  return fixed_width(address, end, bytes, {0xFC00'0000, 0x9400'0000}, // bl
                     [](u32 word) { return sign_extended(u64{word} << 2, 28); },
                     {{0xFFFF'FC1F, 0xD63F'0000}, {0xFEFF'F800, 0xD63F'0800}}, // blr, blraa…
                     // nop, return, branch, trap, nothing
                     {{0xFFFF'FFFF, 0xD503'201F},
                      {0xFFFF'FC1F, 0xD65F'0000},
                      {0xFFFF'FBFF, 0xD65F'0BFF},
                      {0xFC00'0000, 0x1400'0000},
                      {0xFFFF'FC1F, 0xD61F'0000},
                      {0xFEFF'F800, 0xD61F'0800},
                      {0xFFE0'001F, 0xD420'0000},
                      {0xFFFF'0000, 0}});
}

Before before_on_ppc64le(u64 address, const unsigned char *end, std::size_t bytes) {
  return fixed_width(
      address, end, bytes, {0xFC00'0003, 0x4800'0001}, // bl
      [](u32 word) { return sign_extended(word & 0x03FF'FFFC, 26); },
      // bctrl, blrl, bcl
      {{0xFC00'07FF, 0x4C00'0421}, {0xFC00'07FF, 0x4C00'0021}, {0xFC00'0003, 0x4000'0001}},
      // The same instructions; a word that is no instruction tells a debugger about the function
      // that ends there.
      {{0xFFFF'FFFF, 0x6000'0000},
       {0xFC00'07FF, 0x4C00'0020},
       {0xFC00'07FF, 0x4C00'0420},
       {0xFC00'0003, 0x4800'0000},
       {0xFFFF'FFFF, 0x7FE0'0008},
       {0xFC00'0000, 0}});
}

namespace riscv64 {

constexpr u32 ra = 1 << 7, t0 = 5 << 7; // registers for a call's return address

Before before(u64 address, const unsigned char *end, std::size_t bytes) {
  if (address % 2 != 0)
    return {Before::no_call};
  if (bytes < 4)
    return {};
  const u32 word = last<u32>(end);
  const u32 half = word >> 16;
  if (is_any(word, {{0xFFF, 0x6F | ra}, {0xFFF, 0x6F | t0}})) { // jal
    const u64 distance = (word >> 31 & 1) << 20 | (word >> 12 & 0xFF) << 12 |
                         (word >> 20 & 1) << 11 | (word >> 21 & 0x3FF) << 1;
    return {Before::direct_call, address - 4 + sign_extended(distance, 21)};
  }
  if (is_any(word, {{0x7FFF, 0x67 | ra}, {0x7FFF, 0x67 | t0}})) { // jalr
    const u32 base = word >> 15 & 31;
    const u32 one_before = bytes >= 8 ? last<u32>(end - 4) : 0;
    if (base != 0 && (one_before & 0xFFF) == (0x17 | base << 7)) // auipc, relative to itself
      return {Before::direct_call, address - 8 + sign_extended(one_before & 0xFFFF'F000, 32) +
                                       sign_extended(word >> 20, 12)};
    return {Before::indirect_call};
  }
  if (is_any(half, {{0xF07F, 0x9002}})) // c.jalr, or c.ebreak
    return half == 0x9002 ? Before{} : Before{Before::indirect_call};
  if (is_any(word,
             {{0xFFF, 0x6F}, {0x7FFF, 0x67}, {0xFFFF'FFFF, 0x13}, {0xFFFF'FFFF, 0x10'0073}}) ||
      is_any(half, {{0xFFFF, 1}, {0xF07F, 0x8002}, {0xE003, 0xA001}, {0xFFFF, 0}}))
    return {};
  return {Before::no_call};
}

} // namespace riscv64

// Linux gives larger addresses only to a process that asks for one; bits above may hold a
// signature.
constexpr u64 aarch64_addresses = (u64{1} << 48) - 1;
constexpr MachineFacts known[] = {
    {"x86_64", 7, 6, 17, true, 16, ~u64{0}, x86_64::before},
    {"aarch64", 31, 29, 33, true, {}, aarch64_addresses, before_on_aarch64},
    {"ppc64le", 1, 31, 67, false, {}, ~u64{0}, before_on_ppc64le},
    {"riscv64", 2, 8, 33, false, 0, ~u64{0}, riscv64::before},
};
constexpr MachineFacts unknown{};

} // namespace

const MachineFacts &machine_called(std::string_view name) {
  const auto *found = std::ranges::find(known, name.empty() ? machine::name : name,
                                        [](const MachineFacts &facts) { return facts.name; });
  return found == std::end(known) ? unknown : *found;
}

} // namespace cts
