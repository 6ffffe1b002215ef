// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the main functions of the command-line tools have in common.
#pragma once

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <system_error>

namespace cts {

// Gives the exit code that `run` gives; 2, and a line on standard error, where what it prints
// cannot be written: what nobody has seen is no verdict.
template <class Run> int tool_main(const char *tool, Run run) {
  try {
    const int code = run();
    if (std::fflush(stdout) == 0 && !std::ferror(stdout))
      return code;
    fmt::print(stderr, "{}: cannot write the standard output: {}\n", tool, std::strerror(errno));
  } catch (const std::system_error &error) { // of fmt::print
    fmt::print(stderr, "{}: {}\n", tool, error.what());
  }
  return 2;
}

} // namespace cts
