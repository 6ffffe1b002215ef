// A log file that cannot be opened: the log goes to stderr, and nothing else changes.
// REQUIRES: control_tool
// RUN: %cts-tool -DTOOL=first -o %t.first.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-observe verbose-init.fallback-stderr -- %cts-story --output=first.so {first} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_VERBOSE_INIT=%t.no-folder/log OMP_TOOL_LIBRARIES=%t.first.so %t
#include "tools/answer.h"

// The harness does not read standard output.
__attribute__((constructor)) static void close_output(void) {
  if (!freopen("/dev/null", "w", stdout))
    abort();
}
