// The live objects, by identifier or address: memory grows with their number, not with the trace.
#pragma once

#include "trace/types.h"

#include <array>
#include <deque>
#include <utility>
#include <vector>

namespace cts {

// Open addressing with linear probing. T has a member id (u32 keys) or key (u64). T may have
// reset(), which makes a used object new again and keeps its memory. References stay valid until
// the entry is erased.
template <class Key, class T, std::size_t first_size> class LiveTable {
public:
  LiveTable() = default;
  LiveTable(const LiveTable &) = delete; // it points into itself
  LiveTable &operator=(const LiveTable &) = delete;

  // An event seeks about ten entries. An empty slot has the key 0 and no entry.
  T *find(Key key) const {
    for (std::size_t i = home(key);; i = next(i)) {
      const Slot &slot = first_[i];
      if (slot.key == key) [[likely]]
        return slot.entry;
      if (!slot.entry)
        return nullptr;
    }
  }

  // The entry with this key; a fresh entry if there was none.
  T &operator[](Key key) {
    if (T *known = find(key))
      return *known;
    if ((count_ + 1) * 2 > slots_.size())
      grow();
    T *entry = fresh();
    if constexpr (requires { entry->key; })
      entry->key = key;
    else
      entry->id = key;
    insert(key, entry);
    ++count_;
    return *entry;
  }

  void erase(Key key) {
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
    Key key = 0;
    T *entry = nullptr;
  };
  std::size_t home(Key key) const {
    if constexpr (sizeof key == 4)
      return (key * 0x9E3779B1u >> 7) & mask_;
    else
      return (key * 0x9E3779B97F4A7C15u >> 32) & mask_;
  }
  std::size_t next(std::size_t i) const { return (i + 1) & mask_; }
  T *fresh() {
    if (free_.empty())
      return &pool_.emplace_back();
    T *entry = free_.back();
    free_.pop_back();
    if constexpr (requires { entry->reset(); })
      entry->reset();
    else
      *entry = T{};
    return entry;
  }
  void insert(Key key, T *entry) {
    std::size_t i = home(key);
    while (slots_[i].entry)
      i = next(i);
    slots_[i] = {key, entry};
  }
  void grow() {
    std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(slots_.size() * 2));
    first_ = slots_.data();
    mask_ = slots_.size() - 1;
    for (const Slot &slot : old)
      if (slot.entry)
        insert(slot.key, slot.entry);
  }

  std::vector<Slot> slots_ = std::vector<Slot>(first_size);
  const Slot *first_ = slots_.data();
  std::size_t mask_ = slots_.size() - 1;
  std::size_t count_ = 0;
  std::deque<T> pool_;
  std::vector<T *> free_;
};

template <class T> using EntityTable = LiveTable<u32, T, 256>; // by identifier, never 0
template <class T> using AddressTable = LiveTable<u64, T, 64>; // by address or another word

// The values added last.
template <class T, std::size_t most> class Latest {
public:
  void add(const T &value) { values_[next_++ % most] = value; }
  const T *begin() const { return values_.data(); }
  const T *end() const { return begin() + most; }

private:
  std::array<T, most> values_{};
  std::size_t next_ = 0;
};

} // namespace cts
