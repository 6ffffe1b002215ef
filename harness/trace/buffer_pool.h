// Buffers of threads that have ended, for threads that begin. To reserve one on the disk and to cut
// it to what a short thread recorded takes a file system milliseconds; to rename it takes none.
#pragma once

#include "trace/packet.h"

#include <atomic>

namespace cts {

// A buffer that waits is a hidden file, mapped. Thread safe; nothing allocates or throws.
class BufferPool {
public:
  constexpr BufferPool() = default;

  // The mapping of a buffer that waits, and its number, which is free again when its file has
  // another name (release); null if none waits.
  std::byte *take(u32 &number) {
    for (number = 0; number < most; ++number) {
      std::byte *mapping = slots_[number].load();
      if (mapping && mapping != &nowhere &&
          slots_[number].compare_exchange_strong(mapping, &nowhere))
        return mapping;
    }
    return nullptr;
  }
  // A number for a buffer that is to wait (put), or not after all (release); false if enough do.
  bool reserve(u32 &number) {
    std::byte *nobody = nullptr;
    for (number = 0; number < most; ++number, nobody = nullptr)
      if (slots_[number].compare_exchange_strong(nobody, &nowhere))
        return true;
    return false;
  }
  void put(u32 number, std::byte *mapping) { slots_[number].store(mapping); }
  void release(u32 number) { slots_[number].store(nullptr); }
  // Those that wait belong to a process that this one was forked from.
  void forget() {
    for (std::atomic<std::byte *> &slot : slots_)
      slot.store(nullptr);
  }

private:
  static constexpr u32 most = 64;
  static inline std::byte nowhere{}; // a number that somebody is about to use or to give up
  std::atomic<std::byte *> slots_[most] = {};
};

} // namespace cts
