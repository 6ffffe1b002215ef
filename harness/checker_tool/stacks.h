// Copies of stacks, which the validator unwinds (validator/machines/frames/stacks.h). Async-signal
// safe; for the calling thread only.
#pragma once

#include "checker_tool/recorder.h"

namespace cts {

// Copies the caller's stack, if the options ask for copies.
void record_own_stack(ThreadRecorder &thread);

// Copies the interrupted stack: context is the signal handler's third argument.
void record_interrupted_stack(ThreadRecorder &samples, const void *context);

// Copies the caller's stack, whatever the options say.
void record_stack_here(ThreadRecorder &thread);

} // namespace cts
