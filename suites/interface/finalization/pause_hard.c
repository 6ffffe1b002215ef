// After a hard pause the tool has either been finalized, and is perhaps started again by what
// follows, or it goes on as before; the pause may also be refused. A tool that is not heard any
// more without having been finalized is the fault.
// REQUIRES: control_tool
// RUN: %cts-tool -DTOOL=paused -o %t.paused.so
// RUN: %cts-compile %s -o %t
// DEFINE: %{gone} = paused.fini main.paused=0 main.answer=-2 main.answer=-2 main.end
// DEFINE: %{again} = paused.fini main.paused=0 (main.answer=-2 )?(paused.start )?paused.init \
// DEFINE:   (main.answer=-1 )+main.end paused.fini
// DEFINE: %{there} = main.paused=-?[0-9]+ main.answer=-1 main.answer=-1 main.end paused.fini
// RUN: %cts-observe fin.pause-resource -- %cts-story \
// RUN:   "paused.start paused.init paused.event (%{gone}|%{again}|%{there})" \
// RUN:   -- OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.paused.so %t
#define PAUSE omp_pause_hard
#include "pause.h"
