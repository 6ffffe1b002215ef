// Without OMP_TOOL in the environment each of the ways leads to the tool.
// REQUIRES: control_tool
// RUN: %cts-tool -DTOOL=first -o %t.first.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-compile %s %S/../../include/tools/tool.c -DTOOL=linked -rdynamic -o %t.linked
// RUN: %cts-observe start-tool.default-enabled -- %cts-story {first} -- \
// RUN:   OMP_TOOL_LIBRARIES=%t.first.so %t
// RUN: %cts-observe start-tool.default-enabled -- %cts-story {first} -- LD_PRELOAD=%t.first.so %t
// RUN: %cts-observe start-tool.default-enabled -- %cts-story {linked} -- %t.linked
#include "tools/answer.h"
