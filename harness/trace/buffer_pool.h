// Buffers of ended threads, reused for new threads. A file system needs milliseconds to reserve a
// buffer on the disk and to cut it to a short thread's length, but no time to rename it.
#pragma once

#include "trace/packet.h"

#include <atomic>

namespace cts {

// A waiting buffer is a hidden file, mapped. Thread safe; no function allocates or throws.
class BufferPool {
public:
  constexpr BufferPool() = default;

  // The mapping and number of a waiting buffer; the number is free again after the file got another
  // name (release). Null if no buffer waits.
  std::byte *take(u32 &number) {
    for (number = 0; number < most; ++number) {
      std::byte *mapping = slots_[number].load();
      if (mapping && mapping != &nowhere &&
          slots_[number].compare_exchange_strong(mapping, &nowhere))
        return mapping;
    }
    return nullptr;
  }
  // A number for a buffer that will wait (put), or not after all (release); false if enough buffers
  // wait.
  bool reserve(u32 &number) {
    std::byte *nobody = nullptr;
    for (number = 0; number < most; ++number, nobody = nullptr)
      if (slots_[number].compare_exchange_strong(nobody, &nowhere))
        return true;
    return false;
  }
  void put(u32 number, std::byte *mapping) { slots_[number].store(mapping); }
  void release(u32 number) { slots_[number].store(nullptr); }
  // The waiting buffers belong to the parent of this forked process.
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
