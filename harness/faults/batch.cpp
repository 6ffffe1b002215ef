// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "faults/batch.h"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cts::faults {
namespace {

// Of the processor: a busy machine is no reason to call a fault hung.
constexpr long seconds_for_one = 20;

std::string scratch_directory() {
  const bool in_memory = ::access("/dev/shm", W_OK) == 0;
  const auto root =
      in_memory ? std::filesystem::path("/dev/shm") : std::filesystem::temp_directory_path();
  return root / fmt::format("ompt-fault-{}", ::getpid());
}

// A fault is in the sample of every trace or of none, so that its verdict rests on all of them.
std::vector<Fault> choose(const History &history, const BatchOptions &options) {
  std::vector<Fault> faults = faults_of(history, options.seed);
  std::erase_if(faults, [&](const Fault &f) {
    const std::string id = f.id();
    return id.find(options.match) == std::string::npos || options.without.contains(id) ||
           mix(options.seed ^ std::hash<std::string>{}(id)) % options.sample != 0;
  });
  return faults;
}

// Tries the faults from `progress` on, which always tells which one is being tried.
void try_all(const History &history, const std::vector<Fault> &faults, const BatchOptions &options,
             const std::string &scratch, std::atomic<u64> &progress) {
  Trial trial(history, options.profile, scratch);
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
      fmt::print("{}\t{}\t{}\n", static_cast<char>(result.outcome), fault.id(),
                 fmt::join(result.rules, ","));
  }
  std::fflush(stdout);
}

} // namespace

void run_batch(const std::string &trace, const BatchOptions &options) {
  std::string error;
  const auto history = History::load(trace, error);
  if (!history) {
    fmt::print("trace\t{}\tunusable\t0\t{}\n", trace, error);
    return;
  }
  const std::vector<Fault> faults = choose(*history, options);
  void *shared =
      ::mmap(nullptr, sizeof(u64), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  auto &progress = *new (shared) std::atomic<u64>(0);
  while (true) {
    std::fflush(stdout);
    const std::string scratch = scratch_directory();
    const pid_t child = ::fork();
    if (child == 0) {
      // A crash must not take back what has been said.
      std::setvbuf(stdout, nullptr, _IOLBF, 0);
      try_all(*history, faults, options, scratch, progress);
      ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    std::filesystem::remove_all(scratch);
    if (!WIFSIGNALED(status))
      break;
    const bool hung = WTERMSIG(status) == SIGPROF;
    fmt::print("{}\t{}\tsignal {}\n", hung ? 'H' : 'C', faults[progress].id(), WTERMSIG(status));
    ++progress;
  }
  ::munmap(shared, sizeof(u64));
}

} // namespace cts::faults
