// The operating system below the checker: one folder for each. A folder has kernel.h, whose names
// all systems offer, and the sources behind these headers of the checker: trace/processes.h,
// checker_tool/interrupted.h, libraries.h, process_facts.h, safe_read.h, sampler.h and threads.h.
// For the tools that judge there is judging.h, for the programs that check the checker checking.h,
// each with its source in each folder. Everything else compiles with the folder `stub`, of a system
// that can do nothing (harness/system/test_stub.py).
#pragma once

#if defined(CTS_SYSTEM_STUB)
#include "system/stub/kernel.h"
#elif defined(__linux__)
#include "system/linux/kernel.h"
#else
#error "The checker has no folder for this system: docs/machines.md says what it needs"
#endif
