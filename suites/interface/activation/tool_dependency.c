// The second way to a tool: a library that the program depends on.
// REQUIRES: control_tool
// RUN: %cts-tool -DTOOL=needed -o %t.needed.so
// RUN: %cts-compile %s -Wl,--no-as-needed %t.needed.so -Wl,--as-needed -o %t
// RUN: %cts-observe start-tool.called-when-enabled control.nocallback -- %cts-story {needed} -- \
// RUN:   OMP_TOOL=enabled %t
#include "tools/answer.h"
