// Kernels on simulated devices: the compiler has put every target region into the program a second
// time, as code for the host (for a run without devices) under the kernel's name. A simulated
// device's memory is the host's, so that code computes the kernel's results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <set>
#include <string>
#include <vector>

namespace cts::devices {

// A variable of `declare target link`: kernels reach the device's copy through a pointer, which the
// runtime sets where the variable is mapped. The kernel's host code knows only the variable.
struct Link {
  std::string name; // of the pointer
  std::uint64_t on_device = 0;
  char *on_host = nullptr;
  std::size_t bytes = 0;
};
using Links = std::list<Link>; // of a module; their addresses stay

// A kernel as its module has it, with the names that its code and the functions in it use.
struct Code {
  std::string name;
  std::set<std::string> uses;
};

// The program's own code of that kernel with these arguments, to be called once. While the code
// runs, the program's variables of those `links` that the kernel uses have the device's values;
// other variables may have left the device, and their memory may be another variable's. Every
// argument is a word: a pointer, or a scalar. Empty, with one line on standard error, if the
// program has no such code: the compiler has optimized the code away, or the program is stripped.
// Thread safe; `links` must outlive the call.
std::function<void()> host_code(const Code &kernel, std::vector<std::uint64_t> arguments,
                                const Links &links);

// A variable as a kernel sees it: the program's own, or for one of `links` the pointer to the
// device's copy. `place` is null if neither the program nor one of its libraries has the name.
struct Global {
  void *place = nullptr;
  std::size_t bytes = 0;
};
Global program_global(const std::string &name, Links &links);

} // namespace cts::devices
