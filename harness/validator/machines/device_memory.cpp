// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "validator/machines/device_memory.h"

#include <algorithm>
#include <iterator>

namespace cts {

namespace {

constexpr std::size_t most_blocks = 1'000'000; // that are remembered

} // namespace

void DeviceMemory::add(u64 address, u64 bytes) {
  if (!address || blocks_.size() >= most_blocks) {
    all_known_ = all_known_ && !bytes;
    return;
  }
  u64 begin = address, end = address + std::max<u64>(bytes, 1);
  auto at = blocks_.upper_bound(begin);
  if (at != blocks_.begin() && std::prev(at)->second >= begin)
    begin = (--at)->first;
  while (at != blocks_.end() && at->first <= end) {
    end = std::max(end, at->second);
    at = blocks_.erase(at);
  }
  blocks_[begin] = end;
}

bool DeviceMemory::holds(u64 address) const {
  const auto behind = blocks_.upper_bound(address);
  return behind != blocks_.begin() && address < std::prev(behind)->second;
}

} // namespace cts
