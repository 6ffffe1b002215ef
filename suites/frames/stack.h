// Programs whose stacks are copied with every sample, and unwound: frames are compared with what is
// on the stack.
// RULES: frame.separates-program frame.separates-runtime frame.names-a-frame
// RECORD: --stacks=all
#pragma once

#include "cts.h"
