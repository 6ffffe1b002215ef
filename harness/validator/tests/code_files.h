// Files of code that a case makes up: what the addresses of its trace lead to.
//
//   /program 100-180 main        a function, from and up to which place in the file (hexadecimal)
//   /program 140 e800000000      bytes at a place, as hexadecimal digits
#pragma once

#include <string>
#include <vector>

namespace cts {

// Writes the files of these lines below the folder: ELF files of 4 KiB, each at its own address.
// False, and one line with the reason, if a line is not understood or a file cannot be written.
bool write_code_files(const std::string &folder, const std::vector<std::string> &lines,
                      std::string &error);

} // namespace cts
