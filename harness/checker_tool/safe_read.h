// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// May an address that a runtime passed be read, or written to? A runtime under test can pass
// rubbish, and the program must not pay for it with a crash inside the checker.
#pragma once

#include "trace/types.h"

#include <array>
#include <cstring>

// The runtime's memory is ordered by the runtime: ThreadSanitizer, which does not see how, leaves
// it out.
#ifdef __clang__
#define CTS_MEMORY_OF_THE_RUNTIME [[clang::no_sanitize("thread")]]
#else
#define CTS_MEMORY_OF_THE_RUNTIME
#endif

namespace cts {

// Remembers pages found readable, so that the usual question costs a compare. A page that the
// program unmaps later is still taken for readable. One thread uses an object.
class SafeMemory {
public:
  bool readable(const void *p, std::size_t bytes) {
    const u64 address = reinterpret_cast<u64>(p);
    return knows(readable_, address, bytes) || ask(address, bytes);
  }
  // What p points to, wherever that is; false if it cannot be read.
  template <class T> CTS_MEMORY_OF_THE_RUNTIME bool read(const T *p, T &value) {
    if (!readable(p, sizeof value)) [[unlikely]]
      return false;
    copy<sizeof value>(&value, p);
    return true;
  }
  // Writes the word; false if there is no memory that can be written to.
  CTS_MEMORY_OF_THE_RUNTIME bool write(void *p, u64 word) {
    if (!knows(writable_, reinterpret_cast<u64>(p), sizeof word)) [[unlikely]]
      return try_write(p, word);
    copy<sizeof word>(p, &word);
    return true;
  }

private:
  static constexpr int page_bits = 12;
  // No page has this number; 0 would be that of a null pointer's neighbours.
  static constexpr u64 none = ~u64{0};
  using Pages = std::array<u64, 32>;
  static constexpr Pages no_pages() {
    Pages pages;
    pages.fill(none);
    return pages;
  }
  static bool knows(const Pages &known, u64 address, std::size_t bytes) {
    const u64 page = address >> page_bits;
    return known[page % known.size()] == page && ((address + bytes - 1) >> page_bits) == page;
  }
  // A call of memcpy would be seen.
  template <std::size_t bytes>
  CTS_MEMORY_OF_THE_RUNTIME static void copy(void *to, const void *from) {
#ifdef __clang__
    __builtin_memcpy_inline(to, from, bytes);
#else
    std::memcpy(to, from, bytes);
#endif
  }
  bool ask(u64 address, std::size_t bytes);
  bool try_write(void *p, u64 word);

  Pages readable_ = no_pages(), writable_ = no_pages();
};

} // namespace cts
