#include "trace/timelines/spans.h"

#include "trace/views/subsystems.h"

#include <algorithm>

namespace cts::timelines {
namespace {

using view::Subsystem;

enum class How : u8 { interval, instant, never };
constexpr std::array shown_how = {
    How::never, // none
#define CTS_SUBSYSTEM(name, text, shown) How::shown,
#include "trace/views/subsystems.def"
};

constexpr auto numbers = [] {
  std::array<Value, shown_how.size()> found{};
  Value number = 0;
  for (std::size_t i = 0; i < found.size(); ++i)
    found[i] = shown_how[i] == How::never ? 0 : ++number;
  return found;
}();

u64 lane_of(u32 thread, View view) {
  return u64{thread} * view_count + static_cast<std::size_t>(view);
}

} // namespace

Value number_of(Subsystem state) { return numbers[static_cast<std::size_t>(state)]; }

Value Names::label(u64 address) {
  if (!address)
    return 0;
  const auto [at, fresh] = by_address_.try_emplace(address, 0);
  if (fresh) {
    const std::string text = lines_.before(address).text();
    const auto next = static_cast<Value>(labels_.size() + 1);
    const auto [known, added] = by_text_.try_emplace(text, text.empty() ? 0 : next);
    if (added && !text.empty())
      labels_.push_back(text);
    at->second = known->second;
  }
  return at->second;
}

std::string Names::text(View view, Value value) const {
  switch (view) {
  case View::subsystem:
    return std::string(
        view::text_of(static_cast<Subsystem>(std::ranges::find(numbers, value) - numbers.begin())));
  case View::label:
    return labels_.at(value - 1);
  case View::task:
    return std::to_string(value);
  case View::idle:
    return value == 1 ? "Progressing" : "Stalled";
  }
  return {};
}

void SpanSink::shows(const Span &from_now, bool again) {
  Lane &lane = lanes_[lane_of(from_now.thread, from_now.view)];
  close(lane, from_now.begin);
  lane.open = from_now;
  const bool goes_on = lane.told.value && lane.told.value == from_now.value &&
                       lane.told.approximate == from_now.approximate &&
                       lane.told.end == from_now.begin;
  if (goes_on && !again) {
    lane.open.begin = lane.told.begin;
    lane.told = {};
  }
}

void SpanSink::close(Lane &lane, u64 end) {
  if (!lane.open.value || end <= lane.open.begin)
    return;
  if (lane.told.value)
    span(lane.told);
  lane.told = lane.open;
  lane.told.end = end;
  lane.open = {};
}

void SpanSink::finish(u64 end) {
  for (auto &[number, lane] : lanes_) {
    close(lane, end);
    if (lane.told.value)
      span(lane.told);
    lane = {};
  }
}

bool Part::has(u32 thread) const {
  return threads.empty() || std::ranges::find(threads, thread) != threads.end();
}

std::string feed(const Trace &trace, const Part &part, Names &names,
                 const std::vector<Sink *> &sinks, Times &times) {
  u64 last = 0;
  std::unordered_map<u64, Span> shown;
  std::string damage = view::changes(trace, [&](const view::Change &change) {
    const u64 time = times.of(change.time);
    last = std::min(time, part.end);
    if (time >= part.end || !part.has(change.thread))
      return;
    const view::Shown &now = change.shown;
    if (change.instant) {
      if (time >= part.begin)
        for (Sink *sink : sinks)
          sink->instant({change.thread, time, number_of(now.subsystem), now.task});
      return;
    }
    const bool nothing = now.subsystem == Subsystem::none;
    const std::array<Value, view_count> values = {number_of(now.subsystem), names.label(now.label),
                                                  now.task,
                                                  nothing       ? 0u
                                                  : now.stalled ? 2u
                                                                : 1u};
    for (std::size_t i = 0; i < view_count; ++i) {
      const auto view = static_cast<View>(i);
      const bool rough = view == View::subsystem && now.approximate;
      const bool again = view == View::subsystem && change.again && time > part.begin;
      Span &before = shown[lane_of(change.thread, view)];
      const Value value = nothing ? 0 : values[i];
      if (before.value == value && before.approximate == rough && !again)
        continue;
      before = {change.thread, view, std::max(time, part.begin), 0, value, rough};
      for (Sink *sink : sinks)
        sink->shows(before, again);
    }
  });
  for (Sink *sink : sinks)
    sink->finish(std::max(last, part.begin));
  return damage;
}

} // namespace cts::timelines
