// Every result but zero keeps the tool active: negative ones, large ones.
// REQUIRES: control_tool
// RUN: %cts-tool -DTOOL=negative -DINIT_RESULT=-1 -o %t.negative.so
// RUN: %cts-tool -DTOOL=lowest -DINIT_RESULT=INT32_MIN -o %t.lowest.so
// RUN: %cts-tool -DTOOL=large -DINIT_RESULT=256 -o %t.large.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe init.nonzero-activates control.nocallback -- %cts-story {negative} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.negative.so %t
// RUN: %cts-observe init.nonzero-activates -- %cts-story {lowest} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.lowest.so %t
// RUN: %cts-observe init.nonzero-activates -- %cts-story {large} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.large.so %t
#include "tools/answer.h"
