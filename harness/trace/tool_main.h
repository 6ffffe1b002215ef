// Common parts of the command-line tools' main functions.
#pragma once

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fmt/format.h>
#include <unistd.h>

namespace cts {

// A mapped file, such as a program's code during a lookup, was shortened: it is being rebuilt, or
// was cut. Its earlier contents are lost.
inline void end_by_sigbus(int) {
  static constexpr const char *what = ": a file was cut while it was read\n";
  for (const char *text : {static_cast<const char *>(program_invocation_short_name), what})
    [[maybe_unused]] const ssize_t written = ::write(2, text, std::strlen(text));
  ::_exit(2);
}

// Returns the exit code of `run`; 2, with a line on standard error, if its output cannot be written
// (an unseen output is no verdict) or if it throws.
template <class Run> int tool_main(const char *tool, Run run) {
  ::signal(SIGBUS, end_by_sigbus);
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
