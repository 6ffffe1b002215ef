// OMP_TOOL=disabled: no tool is called, whichever way it is offered.
// REQUIRES: control_tool
// RUN: %cts-tool -DTOOL=first -o %t.first.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-compile %s %S/../../include/tools/tool.c -DTOOL=linked -rdynamic -o %t.linked
// RUN: %cts-observe start-tool.not-called-when-disabled \
// RUN:   start-tool.libraries-ignored-when-disabled control.notool -- %cts-story {} -- \
// RUN:   OMP_TOOL=disabled OMP_TOOL_LIBRARIES=%t.first.so %t
// RUN: %cts-observe start-tool.not-called-when-disabled control.notool -- %cts-story {} -- \
// RUN:   OMP_TOOL=disabled LD_PRELOAD=%t.first.so %t
// RUN: %cts-observe start-tool.not-called-when-disabled control.notool -- %cts-story {} -- \
// RUN:   OMP_TOOL=disabled %t.linked
#include "tools/answer.h"
