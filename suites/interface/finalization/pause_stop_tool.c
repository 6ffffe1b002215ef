// A pause that stops the tool finalizes it before the routine returns; it may be refused. Whether
// the tool is started again by what follows is the runtime's choice.
// REQUIRES: control_tool, pause_stop_tool
// RUN: %cts-tool -DTOOL=paused -o %t.paused.so
// RUN: %cts-compile %s -o %t
// DEFINE: %{gone} = paused.fini main.paused=0 main.answer=-2 main.answer=-2 main.end
// DEFINE: %{again} = paused.fini main.paused=0 (main.answer=-2 )?(paused.start )?paused.init \
// DEFINE:   (main.answer=-1 )+main.end paused.fini
// DEFINE: %{refused} = main.paused=-?[1-9][0-9]* main.answer=-1 main.answer=-1 main.end paused.fini
// RUN: %cts-observe fin.pause-resource -- %cts-story \
// RUN:   "paused.start paused.init paused.event (%{gone}|%{again}|%{refused})" \
// RUN:   -- OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.paused.so %t
#define PAUSE omp_pause_stop_tool
#include "pause.h"
