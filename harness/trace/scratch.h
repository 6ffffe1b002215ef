// Short-lived memory inside a foreign process, whose threads may have stacks of a few kilobytes.
// The memory does not come from the heap, because a callback may interrupt the heap.
#pragma once

#include "system/system.h"

#include <atomic>

namespace cts {

// A block of memory while it lives. A few blocks wait for the next user, so most uses make no
// system call. Any thread and any signal handler may make one.
class Scratch {
public:
  static constexpr u64 bytes = 16 * 1024;

  Scratch() : block_(take()) {}
  ~Scratch() { give_back(block_); }
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;

  // The block, with arbitrary content; null if there is no memory.
  template <class T> T *as() const { return static_cast<T *>(block_); }

  // A block for a caller that gives it back.
  static void *take() {
    for (std::atomic<void *> &place : waiting_)
      if (place.load(std::memory_order_relaxed))
        if (void *block = place.exchange(nullptr))
          return block;
    return kernel::map_private(bytes);
  }
  static void give_back(void *block) {
    if (!block)
      return;
    for (std::atomic<void *> &place : waiting_)
      if (void *nothing = nullptr; place.compare_exchange_strong(nothing, block))
        return;
    kernel::unmap(block, bytes);
  }

private:
  static constinit inline std::atomic<void *> waiting_[16] = {};
  void *block_;
};

} // namespace cts
