// The dispatched iterations of a loop, by its chunks: disjoint parts of its logical iteration
// space.
#pragma once

#include "trace/types.h"

#include <algorithm>
#include <vector>

namespace cts {

// The dispatches of a loop to one member of a team, or to one team of a league.
struct Dispatches {
  u64 chunks = 0, iterations = 0; // chunks, and their iterations
  u64 singly = 0;                 // iterations that have an event of their own
  u64 sections = 0;
};

// A runtime may report any number: the sum does not wrap.
inline void add_iterations(u64 &sum, u64 more) { sum += std::min(more, ~sum); }

// The sums over all receivers.
struct AllDispatches {
  u64 iterations = 0, singly = 0, sections = 0;
  u32 receivers = 0;  // members with a chunk
  bool again = false; // some member got a second chunk
  bool any = false;   // something was dispatched
  void add(const Dispatches &one) {
    add_iterations(iterations, one.iterations);
    singly += one.singly;
    sections += one.sections;
    receivers += one.chunks > 0;
    again |= one.chunks > 1;
    any |= one.chunks || one.singly || one.sections;
  }
  // Whether the chunks must cover the loop. Requested chunks must. Compiled code may compute a
  // member's further chunks of a static schedule itself; but then each of `all` members has got a
  // first chunk.
  bool must_cover(bool asked, u32 all) const {
    return iterations && (asked || again || receivers < all);
  }
};

class DispatchedIterations {
public:
  enum class Added : u8 {
    apart,    // no iteration of it was dispatched before
    overlaps, // some were: the chunk is left out
    forgotten // too many gaps to remember: it is left out
  };
  // Adds a chunk. The chunk's first number is arbitrary, because no text says where numbers start.
  // Numbers may be the values of a variable that becomes negative, so they are compared with the
  // first chunk's.
  Added add(u64 first, u64 iterations);
  // The count of numbers from the lowest to the highest dispatched iteration; 0 if there is none.
  u64 reach() const {
    return intervals_.empty() ? 0 : intervals_.back().last - intervals_.front().first;
  }
  // The number of iterations of the first chunk.
  u64 usual() const { return usual_; }
  // Forgets all; the memory is kept.
  void clear() {
    intervals_.clear();
    given_up_ = false;
  }
  // For the judging machine: contradictory chunks, or too many out of order, prove nothing more.
  void give_up() { given_up_ = true; }
  bool given_up() const { return given_up_; }

private:
  struct Interval {
    u64 first, last; // one past the last
  };
  std::vector<Interval> intervals_; // disjoint, ascending, none touches the next
  u64 base_ = 0;                    // the first iteration of the first chunk
  u64 usual_ = 0;
  bool given_up_ = false;
};

} // namespace cts
