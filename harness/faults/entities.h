// The entities of one kind in the order of their begin, and which of them is live or dead at some
// time. Called for each of hundreds of thousands of events.
#pragma once

#include "trace/types.h"

#include <limits>
#include <vector>

namespace cts::faults {

class Entities {
public:
  // The next entity to begin: its identifier, the record of its begin, the last record that shows
  // it, and whether another entity got its storage later.
  void add(u32 id, u32 created, u32 last_use, bool reused);

  // The latest entity except `own` that began before this record and is shown after it; 0 if there
  // is none.
  u32 live(u32 index, u32 own) const;
  // The latest entity except `own` that began before this record, is not shown after it, and whose
  // storage no other entity has got; 0 if there is none.
  u32 dead(u32 index, u32 own) const;

private:
  struct Entry {
    u32 id, created, last_use;
    bool reused;
  };
  // The number of entries that are skipped together if none of them fits.
  static constexpr std::size_t block_size = 256;
  struct Block {
    u32 latest_use = 0;                                 // of any
    u32 earliest_end = std::numeric_limits<u32>::max(); // last use of one with its own storage
  };
  template <class OfBlock, class OfEntry>
  u32 latest(u32 index, u32 own, OfBlock may_have, OfEntry is) const;

  std::vector<Entry> entries_;
  std::vector<Block> blocks_;
};

} // namespace cts::faults
