#include "validator/machines/target/device_memory.h"

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

const LiveMemory::Block *LiveMemory::at(i32 device, u64 address) const {
  const auto found = blocks_.find({device, address});
  return found == blocks_.end() ? nullptr : &found->second;
}

const LiveMemory::Block *LiveMemory::around(i32 device, u64 address, u64 &begin) const {
  const auto after = blocks_.upper_bound({device, address});
  if (after == blocks_.begin())
    return nullptr;
  const auto &[place, block] = *std::prev(after);
  begin = place.second;
  return place.first == device && address - begin < block.bytes ? &block : nullptr;
}

const LiveMemory::Block *LiveMemory::mapped(i32 device, u64 host) const {
  const auto after = of_host_.upper_bound({device, host});
  if (after == of_host_.begin())
    return nullptr;
  const auto &[place, address] = *std::prev(after);
  const Block *block = place.first == device ? at(device, address) : nullptr;
  return block && host - place.second < block->bytes ? block : nullptr;
}

void LiveMemory::add(i32 device, u64 address, const Block &block) {
  if (blocks_.size() >= most_blocks || given_.size() >= most_blocks)
    return;
  ++given_[{device, address}].held;
  blocks_[{device, address}] = block;
  if (block.host)
    of_host_[{device, block.host}] = address;
}

void LiveMemory::remove(i32 device, u64 address) {
  const auto found = blocks_.find({device, address});
  if (found == blocks_.end())
    return;
  of_host_.erase({device, found->second.host});
  blocks_.erase(found);
}

LiveMemory::Given *LiveMemory::given(i32 device, u64 address) {
  const auto found = given_.find({device, address});
  return found == given_.end() ? nullptr : &found->second;
}

void LiveMemory::forget(i32 device) {
  of_host_.erase(of_host_.lower_bound({device, 0}), of_host_.upper_bound({device, ~u64{0}}));
  blocks_.erase(blocks_.lower_bound({device, 0}), blocks_.upper_bound({device, ~u64{0}}));
  given_.erase(given_.lower_bound({device, 0}), given_.upper_bound({device, ~u64{0}}));
}

} // namespace cts
