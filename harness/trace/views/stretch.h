// A state of a thread in ovni's OpenMP model, and its length (docs/timelines.md).
#pragma once

#include "trace/types.h"

#include <string_view>

namespace cts::view {

enum class Subsystem : u8 {
  none, // no state of the model: the surrounding state shows
#define CTS_SUBSYSTEM(name, text, shown) name,
#include "trace/views/subsystems.def"
};

// In ovni's words; empty for `none`.
std::string_view text_of(Subsystem subsystem);

// The states of one thread.
struct Shown {
  Subsystem subsystem = Subsystem::none;
  bool approximate = false; // the runtime dispatches no chunks: the whole construct, as in ovni
  u64 label = 0;            // return address of the innermost construct with one, or 0
  u32 task = 0;             // by the order of creation, from 1; 0 outside of tasks
  bool stalled = false;     // waits for others; else it is progressing

  bool operator==(const Shown &) const = default;
};

// At one time (of the trace's clock) a thread begins to show something, or nothing (subsystem
// none). An instant does not change the shown state.
struct Change {
  u32 thread = 0;
  u64 time = 0;
  u64 position = 0; // of its event, in its thread
  bool instant = false;
  bool again = false; // the next chunk of a loop, though it looks the same
  Shown shown;
};

// From `begin` to `end` (stamps of the trace's clock) a thread shows the same; an instant has one
// stamp. A thread's stretches come in order and without a gap, instants at their time.
struct Stretch {
  u32 thread = 0;
  u64 begin = 0, end = 0;
  u64 position = 0; // of the event at `begin`, in its thread
  bool instant = false;
  bool again = false; // as of a change
  Shown shown;
};

} // namespace cts::view
