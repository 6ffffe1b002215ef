// The names of functions as their programmers write them.
#pragma once

#include <string>

namespace cts::blame {

// A linker's name of C++ (the Itanium ABI), flang or gfortran in the words of its language; any
// other name as it is.
std::string demangled(const std::string &name);

} // namespace cts::blame
