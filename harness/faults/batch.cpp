#include "faults/batch.h"

#include "system/checking.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cts::faults {
namespace {

// Processor time, so that a busy machine does not make a fault look hung.
constexpr unsigned seconds_for_one = 20;

// A folder for faulty traces, with room for several copies of this trace. A killed run may have
// left folders with any process number.
std::string make_scratch_directory(const std::string &trace) {
  namespace fs = std::filesystem;
  constexpr u64 traces_at_a_time = 8; // other processes try theirs beside this one
  u64 size = 0;
  std::error_code error;
  for (const auto &file : fs::recursive_directory_iterator(trace, error))
    if (file.is_regular_file(error))
      size += file.file_size(error);
  return new_folder("ompt-fault", traces_at_a_time * size);
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
    limit_processor_time(seconds_for_one);
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
  static void *const shared = shared_memory(sizeof(std::atomic<u64>));
  auto &progress = *new (shared) std::atomic<u64>(0);
  while (error.empty()) {
    std::fflush(stdout);
    const std::string scratch = make_scratch_directory(trace);
    if (scratch.empty()) {
      error = fmt::format("no folder for faulty traces can be made: {}", std::strerror(errno));
      break;
    }
    const Ended ended =
        in_copy([&] { return try_all(*history, faults, options, scratch, progress); });
    std::filesystem::remove_all(scratch);
    if (ended.signal == 0) {
      if (ended.code != 0)
        error = fmt::format("a faulty trace could not be written into {}", scratch);
      break;
    }
    fmt::print("{}\t{}\tsignal {}\n", ended.out_of_time ? 'H' : 'C', faults[progress].id(),
               ended.signal);
    ++progress;
  }
  return error;
}

} // namespace cts::faults
