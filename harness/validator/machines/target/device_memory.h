#pragma once

#include "trace/types.h"
#include "validator/event_ref.h"

#include <map>
#include <utility>

namespace cts {

// All memory that any device ever gave. Blocks that overlap or touch, one after the other or on
// different devices, become one.
class DeviceMemory {
public:
  // An allocation of this many bytes; its address is 0 where the event does not tell it.
  void add(u64 address, u64 bytes);

  // Is the address of every allocation known? If not, holds() may say no where it is yes.
  bool all_known() const { return all_known_; }

  // Does this address lie in a block? A block may have been padded in front, so any of it counts.
  bool holds(u64 address) const;

private:
  std::map<u64, u64> blocks_; // begin and end
  bool all_known_ = true;
};

// What is allocated on devices now, by what the host was told.
class LiveMemory {
public:
  struct Block {
    u64 bytes = 0;
    EventRef allocated;
    u64 host = 0; // the address of what is mapped to it; 0: not told
  };
  // The block with this address that the device has; null if none is known.
  const Block *at(i32 device, u64 address) const;
  // The block that the address lies in, and where it begins.
  const Block *around(i32 device, u64 address, u64 &begin) const;
  // The block to which what lies at this address of the host is mapped.
  const Block *mapped(i32 device, u64 host) const;
  void add(i32 device, u64 address, const Block &block);
  void remove(i32 device, u64 address);
  void forget(i32 device);

private:
  std::map<std::pair<i32, u64>, Block> blocks_;
  std::map<std::pair<i32, u64>, u64> of_host_; // where the block is, by the host's address
};

} // namespace cts
