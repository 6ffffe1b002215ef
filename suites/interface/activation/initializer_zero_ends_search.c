// A tool that was accepted and then gives up is not replaced by the next one in the list.
// REQUIRES: control_tool
// RUN: %cts-tool -DTOOL=zero -DINIT_RESULT=0 -o %t.zero.so
// RUN: %cts-tool -DTOOL=second -o %t.second.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe init.zero-deactivates start-tool.libraries-left-to-right -- %cts-story \
// RUN:   "zero.start zero.init {}" -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.zero.so:%t.second.so %t
#include "tools/answer.h"
