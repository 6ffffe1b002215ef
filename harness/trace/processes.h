// Processes of the system that records.
#pragma once

#include "trace/types.h"

namespace cts {

// The start of a process, without a number of the calling one, in clock ticks since the machine's
// start. 0 if it is unknown, and for a process that has ended and was not waited for.
u64 process_start();
u64 process_start(u32 process);

// A number that changes when the calling process replaces its program; 0 if it is unknown.
u64 process_image();

} // namespace cts
