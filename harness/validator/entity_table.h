// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Live entities by identifier: memory grows with what is alive, not with the trace.
#pragma once

#include "trace/types.h"

#include <deque>
#include <utility>
#include <vector>

namespace cts {

// Open addressing with linear probing over identifiers (never 0). References stay valid until the
// entity is erased.
template <class T> class EntityTable {
public:
  T *find(u32 id) const {
    for (std::size_t i = home(id);; i = next(i)) {
      if (slots_[i].id == id)
        return slots_[i].entity;
      if (slots_[i].id == 0)
        return nullptr;
    }
  }

  // A fresh entity, or the one that already has this identifier.
  T &create(u32 id) {
    if (T *known = find(id))
      return *known;
    if ((count_ + 1) * 2 > slots_.size())
      grow();
    T *entity;
    if (free_.empty()) {
      entity = &pool_.emplace_back();
    } else {
      entity = free_.back();
      free_.pop_back();
      if constexpr (requires { entity->reuse(); })
        entity->reuse();
      else
        *entity = T{};
    }
    entity->id = id;
    insert(id, entity);
    ++count_;
    return *entity;
  }

  void erase(u32 id) {
    std::size_t i = home(id);
    while (slots_[i].id != id) {
      if (slots_[i].id == 0)
        return;
      i = next(i);
    }
    free_.push_back(slots_[i].entity);
    --count_;
    // Close the gap, so that no probe stops at it.
    for (std::size_t j = next(i); slots_[j].id != 0; j = next(j)) {
      const std::size_t wanted = home(slots_[j].id);
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
      if (slot.id)
        f(*slot.entity);
  }

private:
  struct Slot {
    u32 id = 0;
    T *entity = nullptr;
  };
  std::size_t home(u32 id) const { return (id * 0x9E3779B1u >> 7) & mask_; }
  std::size_t next(std::size_t i) const { return (i + 1) & mask_; }
  void insert(u32 id, T *entity) {
    std::size_t i = home(id);
    while (slots_[i].id)
      i = next(i);
    slots_[i] = {id, entity};
  }
  void grow() {
    std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(slots_.size() * 2));
    mask_ = slots_.size() - 1;
    for (const Slot &slot : old)
      if (slot.id)
        insert(slot.id, slot.entity);
  }

  std::vector<Slot> slots_ = std::vector<Slot>(256);
  std::size_t mask_ = slots_.size() - 1;
  std::size_t count_ = 0;
  std::deque<T> pool_;
  std::vector<T *> free_;
};

} // namespace cts
