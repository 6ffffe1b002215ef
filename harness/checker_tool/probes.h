// Calls the runtime's inquiry entry points and records the answers after the event of the callback.
#pragma once

#include "checker_tool/recorder.h"

namespace cts {

// Asks inside the callback with this code, according to the level: full asks everything everywhere;
// light the most telling questions at the most telling callbacks; sampled asks each thread, at the
// first of each callback and then sometimes, where it is safe, about the current task alone. Fewer
// questions come at a thread's begin and end, where the runtime has no task.
void probe(ThreadRecorder &thread, u8 code, Probes level);

// Calls all of them, from program code (a note).
void probe_all(ThreadRecorder &thread, u8 code, Probes level);

// The calls of a sampling tool in a signal handler: all async signal safe entry points, in groups;
// an unknown group's number calls nothing.
inline constexpr u32 handler_groups = 5;
void probe_in_handler(ThreadRecorder &samples, u32 group);

// Calls ompt_get_callback for every event that this run registered or left out, and looks up every
// entry point once more.
void probe_registered(ThreadRecorder &thread);

// Asks for the numbers of processors and places, and for this thread's processor; in the
// initializer, when the runtime must be ready (4.5.1.1).
void probe_processors(ThreadRecorder &thread);

// Walks the enumerations of states and mutex implementations; in the initializer.
void probe_enumerations(ThreadRecorder &thread);

} // namespace cts
