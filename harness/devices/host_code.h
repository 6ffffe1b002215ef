// Kernels on devices that do not exist: the compiler has put every target region into the program a
// second time, as code for the host (for a run without devices) under the kernel's name. As a
// simulated device's memory is the host's, that code computes what the kernel would.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cts::devices {

// Runs the program's own code of that name with these arguments; false if it has none (a stripped
// program, a library's kernel). Every argument is a word: a pointer, or a scalar in its place.
bool run_on_host(const std::string &kernel, const std::vector<std::uint64_t> &arguments);

// Where the program has a variable of this name and size; null if it has none.
void *program_object(const std::string &name, std::size_t bytes);

} // namespace cts::devices
