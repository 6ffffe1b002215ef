// The second way to a tool: a library that was brought into the address space.
// REQUIRES: control_tool
// RUN: %cts-tool -DTOOL=preloaded -o %t.preloaded.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe start-tool.called-when-enabled control.nocallback -- %cts-story {preloaded} \
// RUN:   -- \
// RUN:   OMP_TOOL=enabled LD_PRELOAD=%t.preloaded.so %t
#include "tools/answer.h"
