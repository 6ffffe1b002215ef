// The initializer returns zero: no callback, no finalizer, no tool for omp_control_tool.
// REQUIRES: control_tool
// RUN: %cts-tool -DTOOL=zero -DINIT_RESULT=0 -o %t.zero.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-compile %s %S/../../include/tools/tool.c -DTOOL=linked -DINIT_RESULT=0 -rdynamic -o \
// RUN:   %t.linked
// RUN: %cts-observe init.zero-deactivates fin.only-if-active control.notool -- %cts-story \
// RUN:   "zero.start zero.init {}" -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.zero.so %t
// RUN: %cts-observe init.zero-deactivates fin.only-if-active control.notool -- %cts-story \
// RUN:   "zero.start zero.init {}" -- \
// RUN:   OMP_TOOL=enabled LD_PRELOAD=%t.zero.so %t
// RUN: %cts-observe init.zero-deactivates fin.only-if-active control.notool -- %cts-story \
// RUN:   "linked.start linked.init {}" -- \
// RUN:   OMP_TOOL=enabled %t.linked
#include "tools/answer.h"
