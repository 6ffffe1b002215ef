// What a machine keeps for each thread, by the number of its stream.
#pragma once

#include "trace/types.h"

#include <vector>

namespace cts {

// An entry is made at first use. References live until another thread's entry is made.
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
  // Null where there was no use so far.
  const T *find(u32 thread) const { return thread < count_ ? first_ + thread : nullptr; }

private:
  void grow(u32 thread) {
    entries_.resize(thread + 1);
    first_ = entries_.data();
    count_ = thread + 1;
  }

  // Beside the vector, whose size is a division away.
  T *first_ = nullptr;
  u32 count_ = 0;
  std::vector<T> entries_;
};

} // namespace cts
