// The activities of each thread over the time, after ovni's OpenMP model: subsystem, label, task
// and whether it is progressing (docs/timelines.md).
#pragma once

#include "trace/reader.h"
#include "trace/views/stretch.h"

#include <functional>

namespace cts::view {

// Passes on every change, in the order of time. Returns the trace's damage, if it could not be read
// to its end. Reads the trace twice; memory grows with threads and living tasks.
std::string changes(const Trace &trace, const std::function<void(const Change &)> &take);

// The same as stretches, each passed on at its end.
std::string stretches(const Trace &trace, const std::function<void(const Stretch &)> &take);

} // namespace cts::view
