// The effect of another value of OMP_TOOL is unspecified, a fatal error included.
// REQUIRES: control_tool
// RUN: %cts-tool -DTOOL=first -o %t.first.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe start-tool.bad-OMP_TOOL -- %cts-story --exit=any ".*" -- \
// RUN:   OMP_TOOL=perhaps OMP_TOOL_LIBRARIES=%t.first.so %t
// RUN: %cts-observe start-tool.bad-OMP_TOOL -- %cts-story --exit=any ".*" -- \
// RUN:   OMP_TOOL= OMP_TOOL_LIBRARIES=%t.first.so %t
#include "tools/answer.h"
