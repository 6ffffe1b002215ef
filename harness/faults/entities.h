// The entities of one kind in the order in which they began, and which of them is live or dead at
// some time: asked for each of hundreds of thousands of events.
#pragma once

#include "trace/types.h"

#include <limits>
#include <vector>

namespace cts::faults {

class Entities {
public:
  // The next one to begin: its identifier, the record that brought it into life, the last one that
  // shows it, and whether another entity got its storage later.
  void add(u32 id, u32 created, u32 last_use, bool reused);

  // The latest but `own` that began before this record and is shown after it; 0 if there is none.
  u32 live(u32 index, u32 own) const;
  // The latest but `own` that began before this record and is not shown from there on, and whose
  // storage nobody else has got; 0 if there is none.
  u32 dead(u32 index, u32 own) const;

private:
  struct Entry {
    u32 id, created, last_use;
    bool reused;
  };
  // So many entries that are passed over together where none of them can be meant.
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
