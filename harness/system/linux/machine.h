// The parts of the recording machine that the kernel shows; all headers offer the names that
// x86_64.h explains.
#pragma once

#if defined(__x86_64__)
#include "system/linux/machine/x86_64.h"
#elif defined(__aarch64__)
#include "system/linux/machine/aarch64.h"
#elif defined(__powerpc64__)
#include "system/linux/machine/ppc64le.h"
#elif defined(__riscv)
#include "system/linux/machine/riscv64.h"
#endif

// An access that may fault (checker_tool/safe_read.h). `failed` becomes 1 if the instruction
// faults. The table has the address of the instruction and of the next one, each relative to its
// place.
#define CTS_GUARDED(instruction)                                                                   \
  "1: " instruction "\n"                                                                           \
  "2:\n"                                                                                           \
  ".pushsection .text.ompt_cts_faulted, \"ax\"\n"                                                  \
  "3: " CTS_GUARD_FAILED ".popsection\n"                                                           \
  ".pushsection ompt_cts_faults, \"aR\"\n"                                                         \
  ".balign 4\n"                                                                                    \
  ".long 1b - ., 3b - .\n"                                                                         \
  ".popsection\n"
