// The waits of a run's threads as tracks of a Perfetto file: why a thread waits, for which code,
// and which threads execute that code (docs/blame.md).
#pragma once

#include "trace/timelines/perfetto.h"

namespace cts::timelines {

// Writes the waits of the part. Reads the trace twice; memory does not grow with its length.
void write_waits(const Trace &trace, const Part &part, const Times &times, Perfetto &to);

} // namespace cts::timelines
