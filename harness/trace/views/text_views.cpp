// Prints events and their counts as text (view.h).
#include "trace/merge.h"
#include "trace/text.h"
#include "trace/views/view.h"

#include <array>
#include <fmt/format.h>

namespace cts::view {
namespace {

using Counts = std::array<u64, event::code_limit>;

void print_counts(std::FILE *out, const std::string &title, const Counts &counts) {
  u64 sum = 0;
  for (const u64 count : counts)
    sum += count;
  fmt::print(out, "{}: {}\n", title, sum);
  for (u8 code = 0; code < event::code_limit; ++code)
    if (counts[code])
      fmt::print(out, "  {} {}\n", event::label(code), counts[code]);
}

} // namespace

std::string text(const Trace &trace, std::FILE *out, bool brief) {
  MergedReader events(trace);
  while (const RawEvent *raw = events.next())
    fmt::print(out, "{} {}\n", raw->thread, event_text(*raw, brief));
  return events.damage();
}

std::string threads(const Trace &trace, std::FILE *out, bool brief) {
  for (const u32 thread : trace.threads()) {
    fmt::print(out, "thread {}\n", thread);
    StreamReader events = trace.stream(thread);
    RawEvent raw;
    while (events.next(raw))
      fmt::print(out, "  {}\n", event_text(raw, brief));
    if (!events.damage().empty())
      return events.damage();
  }
  return {};
}

std::string counts(const Trace &trace, std::FILE *out) {
  Counts total{};
  std::vector<Counts> by_thread;
  std::string damage;
  for (const u32 thread : trace.threads()) {
    Counts &mine = by_thread.emplace_back();
    StreamReader events = trace.stream(thread);
    RawEvent raw;
    while (events.next(raw)) {
      ++mine[raw.code];
      ++total[raw.code];
    }
    if (damage.empty())
      damage = events.damage();
  }
  print_counts(out, "events", total);
  for (std::size_t i = 0; i < by_thread.size(); ++i)
    print_counts(out, fmt::format("thread {}", trace.threads()[i]), by_thread[i]);
  return damage;
}

} // namespace cts::view
