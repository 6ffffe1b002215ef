// With OMP_TOOL=disabled a library of the list is not even loaded; enabled, it is.
// REQUIRES: control_tool
// RUN: %cts-compile --no-openmp -shared -fPIC %S/../../include/tools/constructor.c -o \
// RUN:   %t.loaded.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe start-tool.libraries-left-to-right -- %cts-story "constructor.loaded {}" -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.loaded.so %t
// RUN: %cts-observe start-tool.not-called-when-disabled \
// RUN:   start-tool.libraries-ignored-when-disabled -- %cts-story {} -- \
// RUN:   OMP_TOOL=disabled OMP_TOOL_LIBRARIES=%t.loaded.so %t
#include "tools/answer.h"
