// A tool that registers nothing is active as well: the tool is finalized, and omp_control_tool says
// that there is a tool.
// REQUIRES: control_tool
// RUN: %cts-tool -DTOOL=quiet -DNO_CALLBACKS -o %t.quiet.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe control.nocallback init.nonzero-activates -- %cts-story \
// RUN:   "quiet.start quiet.init main.answer=-1 main.end quiet.fini" -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.quiet.so %t
#include "tools/answer.h"
