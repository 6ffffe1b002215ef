// A function of the same name with C++ linkage is not ompt_start_tool.
// REQUIRES: control_tool
// RUN: %cts-compile --no-openmp -shared -fPIC --lang cxx -DMANGLED \
// RUN:   %S/../../include/tools/no_tool.c -o %t.mangled.so
// RUN: %cts-tool -DTOOL=second -o %t.second.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe start-tool.c-linkage start-tool.libraries-left-to-right -- %cts-story \
// RUN:   {second} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.mangled.so:%t.second.so %t
// RUN: %cts-observe start-tool.c-linkage -- %cts-story {} -- \
// RUN:   OMP_TOOL=enabled LD_PRELOAD=%t.mangled.so %t
#include "tools/answer.h"
