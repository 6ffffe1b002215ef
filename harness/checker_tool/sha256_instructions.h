// SHA-256 by the processor's own instructions, if it has them: seven times as fast. Every recorded
// process computes the checksum of a runtime, which was most of the cost of recording a short
// program.
#pragma once

#include "trace/types.h"

#include <array>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace cts::sha256 {

using State = std::array<u32, 8>;
using Constants = std::array<u32, 64>;

#if defined(__x86_64__)

// Whether SHA, SSE4.1 and SSSE3 exist; they need no support of the operating system, because they
// use registers of every program.
inline bool instructions_are_there() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_SSE4_1) || !(c & bit_SSSE3))
    return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA);
}

#define CTS_SHA [[gnu::target("sha,sse4.1,ssse3")]]

CTS_SHA inline __m128i words(const void *from) {
  return _mm_loadu_si128(static_cast<const __m128i *>(from));
}

// Adds the blocks of 64 bytes to the state. The instructions need its words as ABEF and CDGH, and
// do two rounds each.
CTS_SHA inline void blocks(State &state, const Constants &constants, const u8 *bytes,
                           std::size_t count) {
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  const __m128i cdab = _mm_shuffle_epi32(words(&state[0]), 0xb1);
  const __m128i efgh = _mm_shuffle_epi32(words(&state[4]), 0x1b);
  __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
  __m128i cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);
  for (; count; --count, bytes += 64) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i w[4]; // the last sixteen words of the schedule
    for (int i = 0; i < 16; ++i) {
      __m128i &now = w[i % 4];
      const __m128i &last = w[(i + 3) % 4];
      if (i < 4) {
        now = _mm_shuffle_epi8(words(bytes + 16 * i), big_endian);
      } else {
        const __m128i seventh = _mm_alignr_epi8(last, w[(i + 2) % 4], 4);
        now = _mm_add_epi32(_mm_sha256msg1_epu32(now, w[(i + 1) % 4]), seventh);
        now = _mm_sha256msg2_epu32(now, last);
      }
      __m128i sum = _mm_add_epi32(now, words(&constants[static_cast<std::size_t>(4 * i)]));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      sum = _mm_shuffle_epi32(sum, 0x0e);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, sum);
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  const __m128i feba = _mm_shuffle_epi32(abef, 0x1b);
  const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xb1);
  _mm_storeu_si128(reinterpret_cast<__m128i *>(&state[0]), _mm_blend_epi16(feba, dchg, 0xf0));
  _mm_storeu_si128(reinterpret_cast<__m128i *>(&state[4]), _mm_alignr_epi8(dchg, feba, 8));
}

#undef CTS_SHA

#else

inline bool instructions_are_there() { return false; }
inline void blocks(State &, const Constants &, const u8 *, std::size_t) {}

#endif

} // namespace cts::sha256
