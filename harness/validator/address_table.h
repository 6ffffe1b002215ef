// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of an address or another 64-bit word: wait identifiers, variables of dependences.
#pragma once

#include "trace/types.h"

#include <deque>
#include <utility>
#include <vector>

namespace cts {

// Open addressing with linear probing. T has `u64 key` and reset(), which makes a used one fresh
// again and keeps its storage. References stay valid until the entry is erased.
template <class T> class AddressTable {
public:
  T *find(u64 key) const {
    for (std::size_t i = home(key);; i = next(i)) {
      if (!slots_[i].entry)
        return nullptr;
      if (slots_[i].key == key)
        return slots_[i].entry;
    }
  }

  // The entry with this key, a fresh one if there was none.
  T &operator[](u64 key) {
    if (T *known = find(key))
      return *known;
    if ((count_ + 1) * 2 > slots_.size())
      grow();
    T *entry;
    if (free_.empty()) {
      entry = &pool_.emplace_back();
    } else {
      entry = free_.back();
      free_.pop_back();
      entry->reset();
    }
    entry->key = key;
    insert(key, entry);
    ++count_;
    return *entry;
  }

  void erase(u64 key) {
    std::size_t i = home(key);
    while (slots_[i].entry && slots_[i].key != key)
      i = next(i);
    if (!slots_[i].entry)
      return;
    free_.push_back(slots_[i].entry);
    --count_;
    // Close the gap, so that no probe stops at it.
    for (std::size_t j = next(i); slots_[j].entry; j = next(j)) {
      const std::size_t wanted = home(slots_[j].key);
      if (((j - wanted) & mask_) >= ((j - i) & mask_)) {
        slots_[i] = slots_[j];
        i = j;
      }
    }
    slots_[i] = {};
  }

  std::size_t size() const { return count_; }
  template <class F> void for_each(F &&f) const {
    for (const Slot &slot : slots_)
      if (slot.entry)
        f(*slot.entry);
  }

private:
  struct Slot {
    u64 key = 0;
    T *entry = nullptr;
  };
  std::size_t home(u64 key) const { return (key * 0x9E3779B97F4A7C15u >> 32) & mask_; }
  std::size_t next(std::size_t i) const { return (i + 1) & mask_; }
  void insert(u64 key, T *entry) {
    std::size_t i = home(key);
    while (slots_[i].entry)
      i = next(i);
    slots_[i] = {key, entry};
  }
  void grow() {
    std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(slots_.size() * 2));
    mask_ = slots_.size() - 1;
    for (const Slot &slot : old)
      if (slot.entry)
        insert(slot.key, slot.entry);
  }

  std::vector<Slot> slots_ = std::vector<Slot>(64);
  std::size_t mask_ = slots_.size() - 1;
  std::size_t count_ = 0;
  std::deque<T> pool_;
  std::vector<T *> free_;
};

} // namespace cts
