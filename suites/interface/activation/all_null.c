// When every candidate declines, the interface is inactive.
// REQUIRES: control_tool
// RUN: %cts-tool -DTOOL=space -DSTART_NULL -o %t.space.so
// RUN: %cts-tool -DTOOL=first -DSTART_NULL -o %t.first.so
// RUN: %cts-tool -DTOOL=second -DSTART_NULL -o %t.second.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe start-tool.all-null-inactive control.notool -- %cts-story "space.null {}" -- \
// RUN:   OMP_TOOL=enabled LD_PRELOAD=%t.space.so %t
// RUN: %cts-observe start-tool.all-null-inactive control.notool -- %cts-story "first.null {}" -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.first.so %t
// RUN: %cts-observe start-tool.all-null-inactive control.notool start-tool.null-continues -- \
// RUN:   %cts-story "space.null first.null (second.null )?{}" -- \
// RUN:   OMP_TOOL=enabled LD_PRELOAD=%t.space.so OMP_TOOL_LIBRARIES=%t.first.so:%t.second.so %t
#include "tools/answer.h"
