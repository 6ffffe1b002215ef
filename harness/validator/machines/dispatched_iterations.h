// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The iterations of a loop that have been dispatched so far, as its chunks tell of them: disjoint
// parts of its logical iteration space.
#pragma once

#include "trace/types.h"

#include <vector>

namespace cts {

class DispatchedIterations {
public:
  enum class Added : u8 {
    apart,    // no iteration of it was dispatched before
    overlaps, // some were: it is left out
    forgotten // too many gaps to remember: it is left out
  };
  // Takes in a chunk. It can begin at any number: where numbers start no text says, and they may be
  // those of a variable that becomes negative, so that they are compared with the first chunk's.
  Added add(u64 first, u64 iterations);
  // How many numbers there are from the lowest iteration dispatched to the highest; 0 if there is
  // none.
  u64 reach() const {
    return intervals_.empty() ? 0 : intervals_.back().last - intervals_.front().first;
  }
  // Forgets all; the memory is kept.
  void clear() {
    intervals_.clear();
    given_up_ = false;
  }
  // For who judges: chunks that contradict each other, or too many out of order, tell no more.
  void give_up() { given_up_ = true; }
  bool given_up() const { return given_up_; }

private:
  struct Interval {
    u64 first, last; // one past the last
  };
  std::vector<Interval> intervals_; // disjoint, ascending, none touches the next
  u64 base_ = 0;                    // the first iteration of the first chunk
  bool given_up_ = false;
};

} // namespace cts
