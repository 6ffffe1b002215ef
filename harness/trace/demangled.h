// The names of functions in their source language.
#pragma once

#include <string>

namespace cts {

// Demangles a linker name of C++ (the Itanium ABI), flang or gfortran; leaves any other name as it
// is, and one whose text has more than 16 KiB or takes long.
std::string demangled(const std::string &name);

} // namespace cts
