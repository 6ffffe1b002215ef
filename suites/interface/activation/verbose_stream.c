// Logs to the standard streams: a runtime need not know them, the tool works in any case.
// REQUIRES: control_tool
// RUN: %cts-tool -DTOOL=first -o %t.first.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe verbose-init.log -- %cts-story {first} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_VERBOSE_INIT=stderr OMP_TOOL_LIBRARIES=%t.first.so %t
// RUN: %cts-observe verbose-init.log -- %cts-story {first} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_VERBOSE_INIT=stdout OMP_TOOL_LIBRARIES=%t.first.so %t
#include "tools/answer.h"
