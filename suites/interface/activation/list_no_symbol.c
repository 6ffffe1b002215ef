// A library of the list that does not define ompt_start_tool is passed over.
// REQUIRES: control_tool
// RUN: %cts-compile --no-openmp -shared -fPIC %S/../../include/tools/no_tool.c -o %t.plain.so
// RUN: %cts-tool -DTOOL=second -o %t.second.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe start-tool.libraries-left-to-right -- %cts-story {second} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.plain.so:%t.second.so %t
// RUN: %cts-observe start-tool.libraries-left-to-right start-tool.all-null-inactive -- %cts-story \
// RUN:   {} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.plain.so %t
#include "tools/answer.h"
