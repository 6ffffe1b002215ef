// The first way to a tool: its ompt_start_tool is linked into the program.
// REQUIRES: control_tool
// RUN: %cts-compile %s %S/../../include/tools/tool.c -DTOOL=linked -rdynamic -o %t
// RUN: %cts-observe start-tool.called-when-enabled start-tool.c-linkage control.nocallback -- \
// RUN:   %cts-story {linked} -- \
// RUN:   OMP_TOOL=enabled %t
#include "tools/answer.h"
