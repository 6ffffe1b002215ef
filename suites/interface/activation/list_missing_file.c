// A library of the list that does not exist is passed over.
// REQUIRES: control_tool
// RUN: %cts-tool -DTOOL=second -o %t.second.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe start-tool.libraries-left-to-right -- %cts-story {second} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.missing.so:%t.second.so %t
// RUN: %cts-observe start-tool.libraries-left-to-right -- %cts-story {second} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.missing.so:%t.absent.so:%t.second.so:%t.gone.so %t
// RUN: %cts-observe start-tool.libraries-left-to-right start-tool.all-null-inactive -- %cts-story \
// RUN:   {} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.missing.so %t
#include "tools/answer.h"
