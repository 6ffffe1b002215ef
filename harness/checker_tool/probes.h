// Questions to the runtime's entry points, the answers recorded after the event they belong to.
#pragma once

#include "checker_tool/recorder.h"

namespace cts {

// Asks inside the callback with this code, as far as the level wants it: full asks everything
// everywhere; light the most telling questions at the most telling callbacks; sampled asks each
// thread, at the first of each callback and then now and then, where it is safe, about the current
// task alone. The callbacks of a thread's begin and end, where the runtime has no task to tell of,
// are asked less.
void probe(ThreadRecorder &thread, u8 code, Probes level);

// Asks everything, from program code (a note).
void probe_all(ThreadRecorder &thread, u8 code, Probes level);

// What a sampling tool asks in a signal handler: everything that must be async-signal safe, in
// groups; a number that is no group's asks nothing.
inline constexpr u32 handler_groups = 5;
void probe_in_handler(ThreadRecorder &samples, u32 group);

// Asks ompt_get_callback for every event that this run registered or left out, and the lookup
// function once more for every entry point.
void probe_registered(ThreadRecorder &thread);

// Asks how many processors and places there are, and on which processor this thread runs; in the
// initializer, when the runtime must be ready (4.5.1.1).
void probe_processors(ThreadRecorder &thread);

// Walks the enumerations of states and mutex implementations; in the initializer.
void probe_enumerations(ThreadRecorder &thread);

} // namespace cts
