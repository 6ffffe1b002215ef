#include "checker_tool/perturbation.h"

#include "system/system.h"

namespace cts {
namespace {

template <class T> T get(const T &word) { return __atomic_load_n(&word, __ATOMIC_ACQUIRE); }
template <class T> void set(T &word, T value) { __atomic_store_n(&word, value, __ATOMIC_RELEASE); }
u32 next(u32 &word) { return __atomic_add_fetch(&word, 1, __ATOMIC_ACQ_REL); }

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

u32 Perturbation::find_threads() {
  while (__atomic_exchange_n(&busy_, 1, __ATOMIC_ACQUIRE))
    kernel::yield();
  if (process_ != kernel::process()) {
    process_ = kernel::process();
    count_ = steps_ = 0;
  }
  int found[slots];
  const u32 those = threads_of_this_process(found, slots);
  for (u32 one = 0; one < those; ++one) {
    u32 slot = 0;
    while (slot < count_ && threads_[slot].thread != found[one])
      ++slot;
    if (slot < count_ || count_ == slots)
      continue;
    threads_[slot].thread = found[one];
    set(threads_[slot].steps, 0u);
    set(threads_[slot].priority, changes + 1 + drawn(slot) % (1u << 30));
    set(threads_[slot].state, u32{runs});
    set(count_, slot + 1);
  }
  u32 mine = 0;
  for (const int self = kernel::thread(); mine < count_ && threads_[mine].thread != self;)
    ++mine;
  set(busy_, 0u);
  return mine < count_ ? mine : slots;
}

bool Perturbation::another_goes_first(u32 mine, u64 *used) {
  for (u32 other = 0; other < get(count_); ++other) {
    Slot &slot = threads_[other];
    const u32 state = get(slot.state);
    if (other == mine || state == ended || get(slot.priority) <= get(threads_[mine].priority))
      continue;
    if (state == at_callback)
      return true;
    const u64 now = processor_time(slot.thread);
    if (used[other] == 0)
      used[other] = now + 1;
    if (now + 1 - used[other] > (state == waits ? spinning : computing))
      continue;
    const Doing does = doing(slot.thread);
    if (does == Doing::runs)
      return true;
    if (does == Doing::nothing)
      set(slot.state, u32{ended});
  }
  return false;
}

void Perturbation::turn(bool blocks) {
  const u32 mine = find_threads();
  if (mine == slots || get(waited_) > budget)
    return;
  Slot &slot = threads_[mine];
  const u32 step = next(steps_), own = next(slot.steps);
  if (order_ == Order::turns)
    set(slot.priority, drawn((mine << 20) + own));
  else
    for (u32 change = 0; change < changes; ++change)
      if (drawn(~change) % horizon == step)
        set(slot.priority, changes - change);
  set(slot.state, u32{at_callback});
  u64 used[slots] = {};
  const u64 begun = kernel::monotonic();
  u64 now = begun;
  while (another_goes_first(mine, used) && now - begun < patience) {
    kernel::sleep(nap);
    now = kernel::monotonic();
  }
  __atomic_add_fetch(&waited_, now - begun, __ATOMIC_RELAXED);
  set(slot.state, u32{blocks ? waits : runs});
}

void Perturbation::leave() {
  if (const u32 mine = find_threads(); mine < slots)
    set(threads_[mine].state, u32{ended});
}

} // namespace cts
