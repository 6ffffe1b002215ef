// The runtime takes the leftmost of several tools in the list and asks no other.
// REQUIRES: control_tool
// RUN: %cts-tool -DTOOL=first -o %t.first.so
// RUN: %cts-tool -DTOOL=second -o %t.second.so
// RUN: %cts-tool -DTOOL=third -o %t.third.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe start-tool.libraries-left-to-right -- %cts-story {first} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.first.so:%t.second.so:%t.third.so %t
// RUN: %cts-observe start-tool.libraries-left-to-right -- %cts-story {third} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.third.so:%t.second.so:%t.first.so %t
#include "tools/answer.h"
