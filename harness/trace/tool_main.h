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

// A mapped file, such as a program's code during a lookup, has become shorter: it is being rebuilt,
// or was cut. Its earlier contents are lost.
inline void end_by_sigbus(int) {
  static constexpr const char *what = ": a file was cut while it was read\n";
  for (const char *text : {static_cast<const char *>(program_invocation_short_name), what})
    [[maybe_unused]] const ssize_t written = ::write(2, text, std::strlen(text));
  ::_exit(2);
}

// Gives the exit code that `run` gives; 2, and a line on standard error, where what it prints
// cannot be written (what nobody has seen is no verdict) and where it gives up by an exception.
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
