// The third way to a tool: a library that OMP_TOOL_LIBRARIES names.
// REQUIRES: control_tool
// RUN: %cts-tool -DTOOL=listed -o %t.listed.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe start-tool.called-when-enabled start-tool.c-linkage control.nocallback -- \
// RUN:   %cts-story {listed} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.listed.so %t
#include "tools/answer.h"
