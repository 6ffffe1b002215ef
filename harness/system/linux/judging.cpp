// system/judging.h on Linux.
#include "system/judging.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <fstream>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <utility>

namespace cts {
namespace {

void end_by_sigbus(int) {
  kernel::say(program_invocation_short_name);
  kernel::say(": a file was cut while it was read\n");
  ::_exit(2);
}

} // namespace

std::string host_of_judge() {
  utsname system;
  return ::uname(&system) == 0 ? system.nodename : "";
}

bool has_threads(u32 process) { // a link for each, and two for the folder
  const std::string tasks = "/proc/" + std::to_string(process) + "/task";
  struct stat facts {};
  return ::stat(tasks.c_str(), &facts) == 0 && facts.st_nlink > 3;
}

// A copy may have the time of its original, but then it has a number of its own, or was changed
// later.
bool unchanged_since(const std::string &since, const std::string &file, u64 number) {
  struct stat written {
  }, facts{};
  if (::stat(since.c_str(), &written) != 0 || ::stat(file.c_str(), &facts) != 0 ||
      !S_ISREG(facts.st_mode) || (number && facts.st_ino != number))
    return false;
  const timespec &changed = number ? facts.st_ctim : facts.st_mtim;
  return std::pair(changed.tv_sec, changed.tv_nsec) <=
         std::pair(written.st_mtim.tv_sec, written.st_mtim.tv_nsec);
}

void expect_cut_files() { ::signal(SIGBUS, end_by_sigbus); }

void limit_memory(u64 memory) {
  rlimit limit{};
  ::getrlimit(RLIMIT_DATA, &limit);
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, memory);
  ::setrlimit(RLIMIT_DATA, &limit);
}

void end_with_parent(void (*end)(int)) {
  ::signal(SIGTERM, end);
  ::signal(SIGINT, SIG_IGN);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
}

std::string apart(std::string (*work)(const std::string &), const std::string &text,
                  std::size_t longest) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return {};
  const pid_t child = ::fork();
  if (child == 0) {
    rlim_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const rlimit time{1, 1};
    const rlimit memory{pages * static_cast<rlim_t>(::getpagesize()) + (64 << 20), RLIM_INFINITY};
    if (::setrlimit(RLIMIT_CPU, &time) == 0 && ::setrlimit(RLIMIT_AS, &memory) == 0)
      if (const std::string found = work(text); found.size() <= longest) [[maybe_unused]]
        const auto written = ::write(ends[1], found.data(), found.size());
    ::_exit(0);
  }
  ::close(ends[1]);
  std::string found(child > 0 ? longest : 0, '\0');
  if (child > 0)
    ::waitpid(child, nullptr, 0);
  const auto got = ::read(ends[0], found.data(), found.size());
  ::close(ends[0]);
  found.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return found;
}

} // namespace cts
