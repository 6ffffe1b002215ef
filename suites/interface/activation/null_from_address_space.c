// After NULL from the address space the list is tried.
// REQUIRES: control_tool
// RUN: %cts-tool -DTOOL=space -DSTART_NULL -o %t.space.so
// RUN: %cts-tool -DTOOL=listed -o %t.listed.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-compile %s %S/../../include/tools/tool.c -DTOOL=linked -DSTART_NULL -rdynamic -o \
// RUN:   %t.linked
// RUN: %cts-observe start-tool.null-continues -- %cts-story "space.null {listed}" -- \
// RUN:   OMP_TOOL=enabled LD_PRELOAD=%t.space.so OMP_TOOL_LIBRARIES=%t.listed.so %t
// RUN: %cts-observe start-tool.null-continues -- %cts-story "linked.null {listed}" -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.listed.so %t.linked
#include "tools/answer.h"
