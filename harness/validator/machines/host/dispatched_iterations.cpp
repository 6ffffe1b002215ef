#include "validator/machines/host/dispatched_iterations.h"

#include <algorithm>

namespace cts {
namespace {

constexpr std::size_t intervals_kept = 1024;

} // namespace

DispatchedIterations::Added DispatchedIterations::add(u64 first, u64 iterations) {
  constexpr u64 middle = u64{1} << 63;
  if (intervals_.empty()) {
    base_ = first;
    usual_ = iterations;
  }
  const u64 begin = first - base_ + middle;
  const u64 end = begin + iterations;
  const auto after =
      std::upper_bound(intervals_.begin(), intervals_.end(), begin,
                       [](u64 value, const Interval &interval) { return value < interval.first; });
  const bool has_before = after != intervals_.begin(), has_after = after != intervals_.end();
  if ((has_before && std::prev(after)->last > begin) || (has_after && after->first < end))
    return Added::overlaps;
  const bool touches_before = has_before && std::prev(after)->last == begin;
  const bool touches_after = has_after && after->first == end;
  if (touches_before && touches_after) {
    std::prev(after)->last = after->last;
    intervals_.erase(after);
  } else if (touches_before) {
    std::prev(after)->last = end;
  } else if (touches_after) {
    after->first = begin;
  } else if (intervals_.size() < intervals_kept) {
    intervals_.insert(after, {begin, end});
  } else {
    return Added::forgotten;
  }
  return Added::apart;
}

} // namespace cts
