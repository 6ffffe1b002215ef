// Modules of the simulated CUDA driver: PTX in the envelope of `devices/cuda/assembler`.
#pragma once

#include "devices/cuda/ptx.h"
#include "devices/host_code.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

struct Function : cts::devices::Code {
  std::vector<std::size_t> sizes;             // of its parameters, in bytes
  const cts::devices::Links *links = nullptr; // its module's
};

// The values of a kernel's parameters, one word each: from pointers to them, or from a buffer that
// `more` describes (CU_LAUNCH_PARAM_BUFFER_POINTER, …_SIZE).
std::vector<std::uint64_t> arguments(const Function &function, void **parameters, void **more);
