// After NULL from a library the search goes on in one reading (4.2.2) and ends in the other (6.19).
// Either way the libraries are tried from left to right, each once.
// REQUIRES: control_tool
// RUN: %cts-tool -DTOOL=declines -DSTART_NULL -o %t.declines.so
// RUN: %cts-tool -DTOOL=second -o %t.second.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe start-tool.libraries-left-to-right start-tool.null-continues -- %cts-story \
// RUN:   "declines.null ({second}|{})" -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.declines.so:%t.second.so %t
// RUN: %cts-observe start-tool.libraries-left-to-right -- %cts-story {second} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.second.so:%t.declines.so %t
#include "tools/answer.h"
