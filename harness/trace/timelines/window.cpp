#include "trace/timelines/window.h"

#include "trace/views/subsystems.h"

#include <algorithm>
#include <deque>

namespace cts::timelines {

using view::Subsystem;

Window of_run(const Trace &trace) {
  Times times(trace.clock());
  Window found;
  u64 first = ~u64{0};
  view::changes(trace, [&](const view::Change &change) {
    found.last = times.of(change.time);
    const Subsystem now = change.shown.subsystem;
    if (now != Subsystem::none && now != Subsystem::init && now != Subsystem::attached)
      first = std::min(first, found.last);
  });
  first = std::min(first, found.last);
  constexpr u64 before = 40; // this many times shorter than the shown part
  found.begin = first - std::min(first, (found.last - first) / before);
  found.end = found.last;
  return found;
}

namespace {

bool has(const Trace &trace, Place event) {
  if (std::ranges::find(trace.threads(), event.thread) == trace.threads().end())
    return false;
  StreamReader events = trace.stream(event.thread);
  for (RawEvent raw; events.next(raw);)
    if (raw.position == event.position)
      return true;
  return false;
}

} // namespace

std::optional<Window> around(const Trace &trace, Place event) {
  if (!has(trace, event))
    return {};
  constexpr std::size_t neighbours = 12;
  struct Begin {
    u64 time;
    Subsystem state;
  };
  std::deque<Begin> before; // the last is where the event is
  std::vector<u64> after;
  Times times(trace.clock());
  Window found;
  view::changes(trace, [&](const view::Change &change) {
    found.last = times.of(change.time);
    if (change.thread != event.thread || change.instant)
      return;
    if (change.position > event.position || (change.shown.subsystem == Subsystem::none)) {
      if (after.size() <= neighbours && (after.empty() || after.back() != found.last))
        after.push_back(found.last);
      return;
    }
    if (!before.empty() && before.back().time == found.last)
      before.pop_back();
    before.push_back({found.last, change.shown.subsystem});
    if (before.size() > neighbours + 1)
      before.pop_front();
  });
  if (before.empty())
    return {};
  while (before.size() > 1 && before.front().state == Subsystem::init)
    before.pop_front();
  found.at = before.back().time;
  found.begin = before.front().time;
  found.end = std::max(after.empty() ? found.last : after.back(), found.at + 1);
  return found;
}

} // namespace cts::timelines
