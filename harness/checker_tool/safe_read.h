// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// May an address that a runtime passed be read? A runtime under test can pass rubbish, and the
// program must not pay for it with a crash inside the checker.
#pragma once

#include "trace/types.h"

#include <array>

namespace cts {

// Remembers pages found readable, so that the usual question costs a compare. A page that the
// program unmaps later is still taken for readable. One thread uses an object.
class ReadableMemory {
public:
  bool readable(const void *p, std::size_t bytes) {
    const u64 address = reinterpret_cast<u64>(p);
    const u64 page = address >> page_bits;
    if (known_[page % known_.size()] == page && ((address + bytes - 1) >> page_bits) == page)
        [[likely]]
      return true;
    return ask(address, bytes);
  }

private:
  static constexpr int page_bits = 12;
  bool ask(u64 address, std::size_t bytes);
  // No page has this number; 0 would be that of a null pointer's neighbours.
  static constexpr u64 none = ~u64{0};
  std::array<u64, 32> known_ = [] {
    std::array<u64, 32> pages;
    pages.fill(none);
    return pages;
  }();
};

} // namespace cts
