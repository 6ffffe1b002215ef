// The arguments of ompt_start_tool: a version, and a string that names the runtime.
// REQUIRES: control_tool
// RUN: %cts-tool -DTOOL=asked -DARGUMENTS -o %t.asked.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe start-tool.omp_version start-tool.runtime_version -- %cts-story \
// RUN:   "asked.version=20[0-9]{4} asked.runtime=named {asked}" -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.asked.so %t
#include "tools/answer.h"
