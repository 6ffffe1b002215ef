#pragma once

#include "system/system.h"

#include <atomic>

namespace cts {

// For rare and short uses. A mutex of the C library may be interposed.
class SpinLock {
public:
  void lock() {
    while (taken_.test_and_set(std::memory_order_acquire))
      kernel::yield();
  }
  void unlock() { taken_.clear(std::memory_order_release); }

private:
  std::atomic_flag taken_;
};

// Holds a lock during its life.
class Locked {
public:
  explicit Locked(SpinLock &lock) : lock_(lock) { lock_.lock(); }
  ~Locked() { lock_.unlock(); }
  Locked(const Locked &) = delete;
  Locked &operator=(const Locked &) = delete;

private:
  SpinLock &lock_;
};

} // namespace cts
