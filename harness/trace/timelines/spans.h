// The four views of a run (docs/timelines.md): the value that each thread shows, from begin to end.
#pragma once

#include "trace/source_lines.h"
#include "trace/views/stretch.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace cts::timelines {

enum class View : u8 { subsystem, label, task, idle };
inline constexpr std::size_t view_count = 4;
inline constexpr std::array<const char *, view_count> titles = {"Subsystem", "Label", "Task ID",
                                                                "Idle"};

// The value of a view, as a number; 0 is nothing.
using Value = u32;

// A thread shows one value of a view, from begin to end: nanoseconds since the trace's first state.
struct Span {
  u32 thread = 0;
  View view{};
  u64 begin = 0, end = 0;
  Value value = 0;
  bool approximate = false; // the whole construct: the runtime reports no single chunk or section
};

// A state that has only a time, not a length.
struct Instant {
  u32 thread = 0;
  u64 at = 0;
  Value state = 0;
  u32 task = 0;
};

// The texts of values. A label's number belongs to its text: two addresses of one line have one
// number.
class Names {
public:
  explicit Names(const Trace &trace) : lines_(trace.mappings()) {}
  Value label(u64 address);
  // The text of a value that has occurred. A task's text is its number.
  std::string text(View view, Value value) const;
  const std::vector<std::string> &labels() const { return labels_; } // the first is number 1

private:
  SourceLines lines_;
  std::unordered_map<u64, Value> by_address_;
  std::map<std::string, Value> by_text_;
  std::vector<std::string> labels_;
};

// A state's place in the table of shown states, from 1.
Value number_of(view::Subsystem state);

// A receiver of a run's changes. Times never go backward.
class Sink {
public:
  virtual ~Sink() = default;
  // A thread begins to show a value, or 0: nothing. `again`: the same value anew.
  virtual void shows(const Span &from_now, bool again) = 0;
  virtual void instant(const Instant &instant) = 0;
  // The last call.
  virtual void finish(u64 end) = 0;
};

// A sink of whole spans: those of one thread and view in order, none empty, equal neighbours
// merged, except chunks of a loop.
class SpanSink : public Sink {
public:
  void shows(const Span &from_now, bool again) final;
  void finish(u64 end) final;

protected:
  virtual void span(const Span &span) = 0;

private:
  struct Lane {
    Span told, open; // the previous span, which may still grow, and the current one
  };
  void close(Lane &lane, u64 end);
  std::unordered_map<u64, Lane> lanes_; // by thread and view
};

// The requested part of a run.
struct Part {
  u64 begin = 0, end = ~u64{0}; // nanoseconds
  std::vector<u32> threads;     // empty: all
  bool has(u32 thread) const;
};

// Nanoseconds since the first state of a trace.
class Times {
public:
  explicit Times(const Clock &clock) : ticks_(1e9 / static_cast<double>(clock.frequency)) {}
  u64 of(u64 stamp) {
    if (!begun_)
      zero_ = stamp;
    begun_ = true;
    return last_ = std::max(last_, at(stamp));
  }
  // The same, whatever came before.
  u64 at(u64 stamp) const { return stamp > zero_ ? nanoseconds(stamp - zero_) : 0; }

private:
  // A damaged trace may claim more than a number holds: thirty years are the most.
  u64 nanoseconds(u64 ticks) const {
    return static_cast<u64>(std::min(static_cast<double>(ticks) * ticks_ + 0.5, 1e18));
  }
  double ticks_;
  u64 zero_ = 0, last_ = 0;
  bool begun_ = false;
};

// Feeds the part into the sinks; values that its begin finds begin there. Returns the trace's
// damage, if it could not be read to its end. `times` knows the trace's first state then.
std::string feed(const Trace &trace, const Part &part, Names &names,
                 const std::vector<Sink *> &sinks, Times &times);

} // namespace cts::timelines
