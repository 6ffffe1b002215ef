#include "devices/memory.h"

#include "devices/witness.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace cts::devices {

void *Memory::allocate(Kind kind, int device, std::size_t bytes, std::size_t alignment) {
  if (behavior().is("no-memory") && kind == Kind::device)
    return nullptr;
  constexpr std::size_t page = 4096;
  alignment = std::max(alignment, page);
  const std::size_t whole =
      (std::max<std::size_t>(bytes, 1) + alignment - 1) / alignment * alignment;
  auto *base = static_cast<char *>(std::aligned_alloc(alignment, whole));
  if (!base)
    return nullptr;
  // A device's new memory may hold anything.
  std::memset(base, 0xa5, whole);
  {
    const std::lock_guard lock(mutex_);
    blocks_[base] = {base, bytes, kind, device};
  }
  witness({device, "allocate", base, nullptr, bytes});
  return base;
}

bool Memory::release(void *p) {
  Block block;
  {
    const std::lock_guard lock(mutex_);
    const auto at = blocks_.find(static_cast<char *>(p));
    if (at == blocks_.end())
      return false;
    block = at->second;
    blocks_.erase(at);
  }
  witness({block.device, "free", nullptr, p, block.bytes});
  std::free(p);
  return true;
}

Memory::Block Memory::find(const void *p) {
  const std::lock_guard lock(mutex_);
  auto at = blocks_.upper_bound(static_cast<const char *>(p));
  if (at == blocks_.begin())
    return {};
  const Block &block = (--at)->second;
  return static_cast<const char *>(p) < block.base + std::max<std::size_t>(block.bytes, 1)
             ? block
             : Block{};
}

Memory::Block Memory::overlapping(std::uint64_t begin, std::size_t bytes) {
  const Block block = find(reinterpret_cast<const void *>(begin));
  if (block.kind != Kind::none)
    return block;
  const std::lock_guard lock(mutex_);
  const auto at = blocks_.lower_bound(reinterpret_cast<const char *>(begin));
  const bool inside =
      at != blocks_.end() && reinterpret_cast<std::uint64_t>(at->first) < begin + bytes;
  return inside ? at->second : Block{};
}

Memory &memory() {
  // Never destroyed: the runtime frees late.
  static Memory &all = *new Memory;
  return all;
}

} // namespace cts::devices
