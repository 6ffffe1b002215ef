// A state of a thread in ovni's OpenMP model, and its length (docs/timelines.md).
#pragma once

#include "trace/types.h"

#include <string_view>

namespace cts::view {

enum class Subsystem : u8 {
  none, // no state of the model: what is around it shows through
#define CTS_SUBSYSTEM(name, text, shown) name,
#include "trace/views/subsystems.def"
};

// In ovni's words; empty for `none`.
std::string_view text_of(Subsystem subsystem);

// The states of one thread.
struct Shown {
  Subsystem subsystem = Subsystem::none;
  bool approximate = false; // the runtime dispatches no chunks: the whole construct, as ovni has it
  u64 label = 0;            // return address of the innermost construct with one, or 0
  u32 task = 0;             // by the order of creation, from 1; 0 outside of tasks
  bool stalled = false;     // waits for others; else it is progressing

  bool operator==(const Shown &) const = default;
};

// At one time (of the trace's clock) a thread begins to show something, or shows nothing any more
// (subsystem none). An instant leaves what it shows as it is.
struct Change {
  u32 thread = 0;
  u64 time = 0;
  u64 position = 0; // of the event that brings it, in its thread
  bool instant = false;
  bool again = false; // the next chunk of a loop, though it looks the same
  Shown shown;
};

// From `begin` to `end` (stamps of the trace's clock) a thread shows the same; an instant has one
// stamp. Those of a thread come in order and without a gap, instants where they happen.
struct Stretch {
  u32 thread = 0;
  u64 begin = 0, end = 0;
  u64 position = 0; // of the event at `begin`, in its thread
  bool instant = false;
  bool again = false; // as of a change
  Shown shown;
};

} // namespace cts::view
