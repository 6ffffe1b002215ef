// Which part of a run a picture shows where nobody says it.
#pragma once

#include "trace/timelines/spans.h"

#include <optional>

namespace cts::timelines {

// An event, as findings name it.
struct Place {
  u32 thread = 0;
  u64 position = 0; // in its thread
};

struct Window {
  u64 begin = 0, end = 0; // nanoseconds since the first state
  u64 at = 0;             // when the event was, as nearly as the changes tell
  u64 last = 0;           // the run's end
};

// From shortly before the first parallel or worksharing construct to the end: starting the runtime
// and the tool takes longer than many a program. Reads the trace.
Window of_run(const Trace &trace);

// A few changes of the event's own thread on each side of it, the start of the runtime left out
// unless the event is in it; nothing if the trace does not have the event.
std::optional<Window> around(const Trace &trace, Place event);

} // namespace cts::timelines
