// Copies of stacks, for the validator to unwind (validator/machines/frames/stacks.h). Async-signal
// safe; for the calling thread only.
#pragma once

#include "checker_tool/recorder.h"

namespace cts {

// The stack as the caller stands in it, if the options ask for copies.
void record_own_stack(ThreadRecorder &thread);

// The stack of what a signal has interrupted: context is the handler's third argument.
void record_interrupted_stack(ThreadRecorder &samples, const void *context);

// The stack as the caller stands in it, whatever the options ask for.
void record_stack_here(ThreadRecorder &thread);

} // namespace cts
