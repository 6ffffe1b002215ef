#include "checker_tool/perturbation.h"

#include "system/system.h"

namespace cts {
namespace {

u32 get(const u32 &word) { return __atomic_load_n(&word, __ATOMIC_RELAXED); }
void set(u32 &word, u32 value) { __atomic_store_n(&word, value, __ATOMIC_RELAXED); }
u32 next(u32 &word) { return __atomic_add_fetch(&word, 1, __ATOMIC_RELAXED); }

} // namespace

void Perturbation::start(Order order, u64 seed) {
  order_ = order;
  seed_ = seed;
}

// A number that seed and `what` determine (splitmix64).
u32 Perturbation::drawn(u32 what) const {
  u64 x = seed_ + (u64{what} + 1) * 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return static_cast<u32>(x >> 32);
}

const Perturbation::Slot *Perturbation::ahead(u32 mine) {
  const u32 end = get(highest_);
  for (u32 other = 0; other < end; ++other)
    if (other != mine && get(threads_[other].state) == 1 &&
        get(threads_[other].priority) > get(threads_[mine].priority))
      return &threads_[other];
  return nullptr;
}

void Perturbation::turn(u32 thread, bool blocks) {
  const u32 mine = thread % slots;
  Slot &slot = threads_[mine];
  for (u32 seen = get(highest_); seen <= mine;)
    if (__atomic_compare_exchange_n(&highest_, &seen, mine + 1, false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED))
      break;
  const u32 step = next(steps_);
  if (next(slot.steps) == 1)
    set(slot.priority, changes + 1 + drawn(mine) % (1u << 30));
  set(slot.state, blocks ? 2 : 1);
  if (order_ == Order::turns)
    set(slot.priority, drawn((mine << 20) + get(slot.steps)));
  else
    for (u32 change = 0; change < changes; ++change)
      if (drawn(~change) % horizon == step)
        set(slot.priority, changes - change);
  if (blocks)
    return;
  u32 left = patience;
  for (u32 yields = 0; yields < longest && left > 0; ++yields) {
    const Slot *other = ahead(mine);
    if (!other)
      return;
    const u32 before = get(other->steps);
    kernel::yield();
    left -= get(other->steps) == before;
  }
}

void Perturbation::leave(u32 thread) { set(threads_[thread % slots].state, 0); }

} // namespace cts
