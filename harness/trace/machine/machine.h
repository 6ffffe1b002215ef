// The recording machine, where the language does not hide it. Each machine has one header; all
// headers offer the same names in cts::machine, which x86_64.h explains.
#pragma once

#include "trace/types.h"

#include <bit>

#if defined(__x86_64__) && !defined(__ILP32__)
#include "trace/machine/x86_64.h"
#elif defined(__aarch64__) && !defined(__ILP32__)
#include "trace/machine/aarch64.h"
#elif defined(__powerpc64__)
#include "trace/machine/ppc64le.h"
#elif defined(__riscv) && __riscv_xlen == 64
#include "trace/machine/riscv64.h"
#else
#error "The checker has no header for this machine: docs/machines.md says what it needs"
#endif

static_assert(sizeof(void *) == 8 && std::endian::native == std::endian::little,
              "a record holds 64-bit words, little-endian: docs/machines.md");
