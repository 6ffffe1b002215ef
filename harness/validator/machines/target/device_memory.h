#pragma once

#include "trace/types.h"
#include "validator/event_ref.h"

#include <map>
#include <utility>

namespace cts {

// All memory that any device ever gave. Blocks that overlap or touch, at different times or on
// different devices, become one block.
class DeviceMemory {
public:
  // An allocation of this many bytes; the address is 0 if the event does not give it.
  void add(u64 address, u64 bytes);

  // Whether the address of every allocation is known. If not, holds() may wrongly return false.
  bool all_known() const { return all_known_; }

  // Whether this address lies in a block. A block may have padding in front, so any address in it
  // counts.
  bool holds(u64 address) const;

private:
  std::map<u64, u64> blocks_; // begin and end
  bool all_known_ = true;
};

// The memory now allocated on devices, as the host's callbacks report it.
class LiveMemory {
public:
  struct Block {
    u64 bytes = 0;
    EventRef allocated;
    u64 host = 0; // the mapped host address; 0: not reported
  };
  // The block with this address on the device; null if none is known.
  const Block *at(i32 device, u64 address) const;
  // The block that contains the address, and the block's begin.
  const Block *around(i32 device, u64 address, u64 &begin) const;
  // The block to which this host address is mapped.
  const Block *mapped(i32 device, u64 host) const;
  void add(i32 device, u64 address, const Block &block);
  void remove(i32 device, u64 address);

  // The blocks that have had this address. A block inside another one may have it too.
  struct Given {
    u32 held = 0;     // allocations that no deletion has named
    EventRef deleted; // the last deletion
  };
  Given *given(i32 device, u64 address);

  void forget(i32 device);

private:
  std::map<std::pair<i32, u64>, Block> blocks_;
  std::map<std::pair<i32, u64>, Given> given_;
  std::map<std::pair<i32, u64>, u64> of_host_; // where the block is, by the host's address
};

} // namespace cts
