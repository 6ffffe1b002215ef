#include "faults/batch.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cts::faults {
namespace {

// Processor time, so that a busy machine does not make a fault look hung.
constexpr long seconds_for_one = 20;

// A new private folder for faulty traces (a killed run may have left folders with any process
// number), in memory if it has room for several copies of this trace. Empty, with errno, if no
// folder can be made.
std::string make_scratch_directory(const std::string &trace) {
  namespace fs = std::filesystem;
  constexpr u64 traces_at_a_time = 8; // other processes try theirs beside this one
  u64 size = 0;
  std::error_code error;
  for (const auto &file : fs::recursive_directory_iterator(trace, error))
    if (file.is_regular_file(error))
      size += file.file_size(error);
  const fs::path memory = "/dev/shm";
  const auto room = fs::space(memory, error);
  const bool in_memory =
      !error && room.available > traces_at_a_time * size && ::access(memory.c_str(), W_OK) == 0;
  const fs::path root = in_memory ? memory : fs::temp_directory_path(error);
  if (error && !in_memory) {
    errno = error.value();
    return "";
  }
  std::string path = root / "ompt-fault-XXXXXX";
  return ::mkdtemp(path.data()) ? path : "";
}

// A fault is in the sample of every trace or of none, so its verdict rests on all traces.
std::vector<Fault> choose(const History &history, const BatchOptions &options) {
  std::vector<Fault> faults = faults_of(history, options.seed);
  std::erase_if(faults, [&](const Fault &f) {
    const std::string id = f.id();
    return id.find(options.match) == std::string::npos || options.without.contains(id) ||
           mix(options.seed ^ std::hash<std::string>{}(id)) % options.sample != 0;
  });
  return faults;
}

// Tries the faults from `progress` on, which always tells the current one. Returns the process's
// exit code: 1 if a faulty trace could not be written, because its verdict would mean nothing.
int try_all(const History &history, const std::vector<Fault> &faults, const BatchOptions &options,
            const std::string &scratch, std::atomic<u64> &progress) try {
  // A crash must not lose earlier output.
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  Trial trial(history, options.profile, scratch, options.verdicts);
  if (progress == 0)
    fmt::print("trace\t{}\t{}\t{}\t{}\n", history.directory(),
               trial.complete() ? "complete" : "incomplete", faults.size(),
               fmt::join(trial.baseline(), ","));
  for (; progress < faults.size(); ++progress) {
    const Fault &fault = faults[progress];
    const itimerval limit{{}, {seconds_for_one, 0}};
    ::setitimer(ITIMER_PROF, &limit, nullptr);
    const Result result = trial.run(fault);
    if (result.outcome != Outcome::unchanged)
      fmt::print("{}\t{}\t{}{}{}\n", static_cast<char>(result.outcome), fault.id(),
                 fmt::join(result.rules, ","), result.verdict.empty() ? "" : "\t", result.verdict);
  }
  std::fflush(stdout);
  return 0;
} catch (const std::system_error &error) {
  fmt::print(stderr, "ompt-fault: {}\n", error.what());
  return 1;
}

} // namespace

std::string run_batch(const std::string &trace, const BatchOptions &options) {
  std::string error;
  const auto history = History::load(trace, error);
  if (!history) {
    fmt::print("trace\t{}\tunusable\t0\t{}\n", trace, error);
    return {};
  }
  const std::vector<Fault> faults = choose(*history, options);
  void *shared =
      ::mmap(nullptr, sizeof(u64), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  auto &progress = *new (shared) std::atomic<u64>(0);
  while (error.empty()) {
    std::fflush(stdout);
    const std::string scratch = make_scratch_directory(trace);
    if (scratch.empty()) {
      error = fmt::format("no folder for faulty traces can be made: {}", std::strerror(errno));
      break;
    }
    const pid_t child = ::fork();
    if (child == 0)
      ::_exit(try_all(*history, faults, options, scratch, progress));
    int status = 0;
    ::waitpid(child, &status, 0);
    std::filesystem::remove_all(scratch);
    if (!WIFSIGNALED(status)) {
      if (WEXITSTATUS(status) != 0)
        error = fmt::format("a faulty trace could not be written into {}", scratch);
      break;
    }
    const bool hung = WTERMSIG(status) == SIGPROF;
    fmt::print("{}\t{}\tsignal {}\n", hung ? 'H' : 'C', faults[progress].id(), WTERMSIG(status));
    ++progress;
  }
  ::munmap(shared, sizeof(u64));
  return error;
}

} // namespace cts::faults
