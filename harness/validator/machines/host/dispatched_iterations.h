// The iterations of a loop that have been dispatched so far, as its chunks tell of them: disjoint
// parts of its logical iteration space.
#pragma once

#include "trace/types.h"

#include <vector>

namespace cts {

// What one member of a team, or one team of a league, was told of a loop.
struct Dispatches {
  u64 chunks = 0, iterations = 0; // and how many iterations the chunks have
  u64 singly = 0;                 // iterations that have an event of their own
  u64 sections = 0;
};

// The same of all of them.
struct AllDispatches {
  u64 iterations = 0, singly = 0, sections = 0;
  u32 receivers = 0;  // who got a chunk
  bool again = false; // somebody got another one
  bool any = false;   // something was dispatched
  void add(const Dispatches &one) {
    iterations += one.iterations;
    singly += one.singly;
    sections += one.sections;
    receivers += one.chunks > 0;
    again |= one.chunks > 1;
    any |= one.chunks || one.singly || one.sections;
  }
  // Need the chunks cover the loop? Each one does that has been asked for. What a static schedule
  // gives somebody after the first chunk the compiler's code may work out by itself; but then each
  // of `all` has got a first one.
  bool must_cover(bool asked, u32 all) const {
    return iterations && (asked || again || receivers < all);
  }
};

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
