// Modules of SPIR-V. The simulated driver knows only the names of their kernels.
#pragma once

#include "devices/host_code.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

// A kernel as its module has it.
struct EntryPoint : cts::devices::Code {
  std::size_t arguments = 0;
};

struct Module {
  int device = 0;
  std::vector<EntryPoint> kernels;
  std::map<std::string, std::vector<char>> own; // variables missing in the program
  cts::devices::Links links;
};

struct Kernel : cts::devices::Code {
  Module *module;
  std::vector<std::uint64_t> arguments; // the current ones
};

// The entry points of a SPIR-V module; none if it is not one.
std::vector<EntryPoint> entry_points(const std::uint8_t *module, std::size_t bytes);
