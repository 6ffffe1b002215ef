// Common parts of the command-line tools' main functions.
#pragma once

#include "system/judging.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fmt/format.h>

namespace cts {

// Returns the exit code of `run`; 2, with a line on standard error, if its output cannot be written
// (an unseen output is no verdict) or if it throws.
template <class Run> int tool_main(const char *tool, Run run) {
  expect_cut_files();
  try {
    const int code = run();
    if (std::fflush(stdout) == 0 && !std::ferror(stdout))
      return code;
    fmt::print(stderr, "{}: cannot write the standard output: {}\n", tool, std::strerror(errno));
  } catch (const std::exception &error) { // of fmt::print, of the system, of memory
    fmt::print(stderr, "{}: {}\n", tool, error.what());
  }
  return 2;
}

} // namespace cts
