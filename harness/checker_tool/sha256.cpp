#include "checker_tool/sha256.h"

#include "checker_tool/sha256_instructions.h"

#include <array>
#include <bit>

namespace cts {
namespace {

constexpr std::size_t read_bytes = Scratch::bytes - 128; // at a time; the last bytes are padded

constexpr sha256::Constants round_constants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

struct Hash {
  sha256::State h = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

  const bool instructions = sha256::instructions_are_there();

  void blocks(const u8 *bytes, std::size_t count) {
    if (instructions)
      return sha256::blocks(h, round_constants, bytes, count);
    for (; count; --count, bytes += 64)
      block(bytes);
  }

  void block(const u8 *bytes) {
    std::array<u32, 64> w;
    for (int i = 0; i < 16; ++i)
      w[i] = u32{bytes[4 * i]} << 24 | u32{bytes[4 * i + 1]} << 16 | u32{bytes[4 * i + 2]} << 8 |
             bytes[4 * i + 3];
    for (int i = 16; i < 64; ++i) {
      const u32 s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
      const u32 s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    auto v = h;
    for (int i = 0; i < 64; ++i) {
      const u32 s1 = std::rotr(v[4], 6) ^ std::rotr(v[4], 11) ^ std::rotr(v[4], 25);
      const u32 t1 = v[7] + s1 + ((v[4] & v[5]) ^ (~v[4] & v[6])) + round_constants[i] + w[i];
      const u32 s0 = std::rotr(v[0], 2) ^ std::rotr(v[0], 13) ^ std::rotr(v[0], 22);
      const u32 t2 = s0 + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
      v = {t1 + t2, v[0], v[1], v[2], v[3] + t1, v[4], v[5], v[6]};
    }
    for (int i = 0; i < 8; ++i)
      h[i] += v[i];
  }
};

} // namespace

Text sha256_of_file(const char *path) {
  const int fd = kernel::open_to_read(path);
  if (fd < 0)
    return {};
  Hash hash;
  u64 total = 0;
  const Scratch memory;
  u8 *const buffer = memory.as<u8>();
  std::size_t held = 0;
  long got;
  while ((got = buffer ? kernel::read(fd, buffer + held, read_bytes - held) : -ENOMEM) > 0) {
    held += static_cast<std::size_t>(got);
    total += static_cast<u64>(got);
    const std::size_t used = held / 64 * 64;
    hash.blocks(buffer, held / 64);
    std::memmove(buffer, buffer + used, held - used);
    held -= used;
  }
  kernel::close(fd);
  if (got < 0)
    return {};
  buffer[held++] = 0x80;
  while (held % 64 != 56)
    buffer[held++] = 0;
  for (int shift = 56; shift >= 0; shift -= 8)
    buffer[held++] = static_cast<u8>((total * 8) >> shift);
  hash.blocks(buffer, held / 64);
  Text text;
  for (const u32 part : hash.h)
    for (int shift = 28; shift >= 0; shift -= 4)
      text.add(part_of(std::string_view("0123456789abcdef"), part >> shift & 15, 1));
  return text;
}

} // namespace cts
