// The views of a trace, printed for people and for FileCheck (docs/views.md). Each prints the
// readable part; it stops at damage and returns the damage in one line, else an empty string.
#pragma once

#include "trace/reader.h"

#include <cstdio>
#include <string>

namespace cts::view {

// Every event, in the order of the time stamps: "thread event field=value …".
std::string text(const Trace &trace, std::FILE *out, bool brief);

// Each thread's events in its own order, one thread after the other.
std::string threads(const Trace &trace, std::FILE *out, bool brief);

// The number of events of each kind: in total, then by thread.
std::string counts(const Trace &trace, std::FILE *out);

// One JSON object a line for each event, in the order of the time stamps.
std::string json(const Trace &trace, std::FILE *out);

// The trace's description of itself: one JSON object. Unless `brief`, all events are read, and the
// object says how many these are and whether the trace is complete.
std::string info(const Trace &trace, std::FILE *out, bool brief);

// The activities of each thread over time after ovni's OpenMP model, one JSON object a line for
// each stretch without a change (subsystems.h); times are nanoseconds.
std::string stretches(const Trace &trace, std::FILE *out);

// Further contents of the regions view.
struct TreeOptions {
  bool notes = false;  // the program's notes,
  bool probes = false; // the entry points' answers
};

// The canonical view: regions and tasks nested as in the program, the same for every interleaving
// of the program. Of more than `most` regions those that have ended are printed at once.
std::string regions(const Trace &trace, std::FILE *out, TreeOptions options,
                    std::size_t most = 100'000);

} // namespace cts::view
