// A tool in the address space goes before the list, which is then not considered.
// REQUIRES: control_tool
// RUN: %cts-tool -DTOOL=space -o %t.space.so
// RUN: %cts-tool -DTOOL=listed -o %t.listed.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-compile %s %S/../../include/tools/tool.c -DTOOL=linked -rdynamic -o %t.linked
// RUN: %cts-observe start-tool.order-address-space-first -- %cts-story {space} -- \
// RUN:   OMP_TOOL=enabled LD_PRELOAD=%t.space.so OMP_TOOL_LIBRARIES=%t.listed.so %t
// RUN: %cts-observe start-tool.order-address-space-first -- %cts-story {linked} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.listed.so %t.linked
#include "tools/answer.h"
