// With OMP_TOOL_VERBOSE_INIT disabled or unset the runtime prints nothing about the libraries.
// REQUIRES: control_tool
// RUN: %cts-tool -DTOOL=first -o %t.first.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe verbose-init.log -- %cts-story --no-output=first.so --no-output=missing.so \
// RUN:   {first} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_VERBOSE_INIT=disabled \
// RUN:   OMP_TOOL_LIBRARIES=%t.missing.so:%t.first.so %t
// RUN: %cts-observe verbose-init.log -- %cts-story --no-output=first.so --no-output=missing.so \
// RUN:   {first} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.missing.so:%t.first.so %t
#include "tools/answer.h"
