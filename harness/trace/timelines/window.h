// The default part of a run for a picture.
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
  u64 at = 0;             // the event's time, as near as the changes give it
  u64 last = 0;           // the run's end
};

// From shortly before the first parallel or worksharing construct to the end, because starting the
// runtime and the tool takes longer than many programs. Reads the trace.
Window of_run(const Trace &trace);

// A few changes of the event's own thread on each side of it, without the start of the runtime
// unless the event is in it; nothing if the trace lacks the event.
std::optional<Window> around(const Trace &trace, Place event);

} // namespace cts::timelines
