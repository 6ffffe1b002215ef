// The data that a machine keeps for each thread, indexed by the number of the thread's stream.
#pragma once

#include "trace/types.h"

#include <vector>

namespace cts {

// The first use makes an entry. References live until another thread's entry is made.
template <class T> class ByThread {
public:
  ByThread() = default;
  ByThread(const ByThread &) = delete; // it points into itself
  ByThread &operator=(const ByThread &) = delete;

  T &operator[](u32 thread) {
    if (thread >= count_) [[unlikely]]
      grow(thread);
    return first_[thread];
  }
  // Null if the entry has not been used.
  const T *find(u32 thread) const { return thread < count_ ? first_ + thread : nullptr; }

private:
  void grow(u32 thread) {
    entries_.resize(thread + 1);
    first_ = entries_.data();
    count_ = thread + 1;
  }

  // A copy of the vector's data and size; the vector's own size costs a division.
  T *first_ = nullptr;
  u32 count_ = 0;
  std::vector<T> entries_;
};

} // namespace cts
