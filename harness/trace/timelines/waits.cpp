#include "trace/timelines/waits.h"

#include <algorithm>

namespace cts::timelines {

void write_waits(const Trace &trace, const Part &part, const Times &times, Perfetto &to) {
  struct Open {
    blame::Waited wait;
    u64 cause = 0; // its number in the file
  };
  std::unordered_map<u32, Open> open; // by thread
  const auto close = [&](const Open &one) {
    const u64 begin = std::max(times.at(one.wait.begin), part.begin);
    const u64 end = std::min(times.at(one.wait.end), part.end);
    if (begin < end)
      to.wait(one.wait, one.cause, begin, end);
  };
  blame::blame(trace, [&](const blame::Waited &wait) {
    if (!part.has(wait.thread))
      return;
    Open &before = open[wait.thread];
    if (before.wait.cause == wait.cause && before.wait.threads == wait.threads &&
        before.wait.end == wait.begin) {
      before.wait.end = wait.end;
      return;
    }
    close(before);
    before = {wait, to.cause(*wait.cause)};
  });
  for (const auto &[thread, one] : open)
    close(one);
}

} // namespace cts::timelines
