// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "validator/world.h"

namespace cts {

void CreatedIdentifiers::add(u32 id) {
  auto after = runs_.upper_bound(id);
  if (after != runs_.begin()) {
    auto before = std::prev(after);
    if (id < before->second)
      return;
    if (id == before->second) {
      ++before->second;
      if (after != runs_.end() && after->first == before->second) {
        before->second = after->second;
        runs_.erase(after);
      }
      return;
    }
  }
  if (after != runs_.end() && after->first == id + 1) {
    const u32 end = after->second;
    runs_.erase(after);
    runs_[id] = end;
    return;
  }
  runs_[id] = id + 1;
}

bool CreatedIdentifiers::contains(u32 id) const {
  auto after = runs_.upper_bound(id);
  return after != runs_.begin() && id < std::prev(after)->second;
}

Thread &World::add(u32 number) {
  Thread &thread = threads_[number];
  thread.number = number;
  if (number >= by_number_.size())
    by_number_.resize(number + 1);
  by_number_[number] = &thread;
  return thread;
}

} // namespace cts
