// The part of PTX, the assembly language of NVIDIA's devices, that a device needs that executes
// nothing: the kernels with their parameters, and the variables. In an object file, and in a
// program's device image, the text has its own section.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ptx {

inline constexpr const char *section = ".ptx";

struct Kernel {
  std::string name;
  std::vector<std::size_t> parameters; // the size of each, in bytes
  std::set<std::string> uses;          // words of its code, and of functions that it names
};
struct Global {
  std::string name;
  std::size_t bytes;
};

std::vector<Kernel> kernels(std::string_view text);
std::vector<Global> globals(std::string_view text); // those that a host may ask for

// An object file for sm_<generation> with the text, or the image linked from it.
std::string object(std::string_view text, unsigned generation, bool linked);

} // namespace ptx

// The text in an object file at this address; empty if the file is not ours.
std::string_view ptx_in(const void *image);
