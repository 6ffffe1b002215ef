// No tool anywhere: the program runs, and omp_control_tool says so.
// REQUIRES: control_tool
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe control.notool start-tool.all-null-inactive -- %cts-story {} -- %t
// RUN: %cts-observe control.notool start-tool.all-null-inactive -- %cts-story {} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES= %t
#include "tools/answer.h"
