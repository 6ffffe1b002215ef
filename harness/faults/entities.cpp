#include "faults/entities.h"

#include <algorithm>

namespace cts::faults {

void Entities::add(u32 id, u32 created, u32 last_use, bool reused) {
  if (entries_.size() % block_size == 0)
    blocks_.emplace_back();
  Block &block = blocks_.back();
  block.latest_use = std::max(block.latest_use, last_use);
  if (!reused)
    block.earliest_end = std::min(block.earliest_end, last_use);
  entries_.push_back({id, created, last_use, reused});
}

template <class OfBlock, class OfEntry>
u32 Entities::latest(u32 index, u32 own, OfBlock may_have, OfEntry is) const {
  const auto end = std::partition_point(entries_.begin(), entries_.end(),
                                        [&](const Entry &e) { return e.created < index; });
  auto at = static_cast<std::size_t>(end - entries_.begin());
  while (at > 0) {
    if (at % block_size == 0 && !may_have(blocks_[at / block_size - 1])) {
      at -= block_size;
      continue;
    }
    const Entry &entry = entries_[--at];
    if (entry.id != own && is(entry))
      return entry.id;
  }
  return 0;
}

u32 Entities::live(u32 index, u32 own) const {
  return latest(
      index, own, [&](const Block &block) { return block.latest_use > index; },
      [&](const Entry &entry) { return entry.last_use > index; });
}

u32 Entities::dead(u32 index, u32 own) const {
  return latest(
      index, own, [&](const Block &block) { return block.earliest_end < index; },
      [&](const Entry &entry) { return entry.last_use < index && !entry.reused; });
}

} // namespace cts::faults
