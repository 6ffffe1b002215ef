// ompt-fault: breaks a saved trace in one place and lets the validator judge it.
//
//   ompt-fault list TRACE                      the faults of this trace, one a line
//   ompt-fault apply TRACE FAULT DIR           writes the faulty trace
//   ompt-fault run TRACE… [--sample N]         tries faults; docs/faults.md describes the lines
#include "faults/batch.h"
#include "trace/command_line.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>

namespace {

using namespace cts;
using namespace cts::faults;

constexpr int exit_cannot = 2;

int cannot(const std::string &why) {
  fmt::print(stderr, "ompt-fault: {}\n", why);
  return exit_cannot;
}

int list(const std::string &trace, u64 seed) {
  std::string error;
  const auto history = History::load(trace, error);
  if (!history)
    return cannot(error);
  for (const Fault &fault : faults_of(*history, seed))
    fmt::print("{}\n", fault.id());
  return 0;
}

int write(const std::string &trace, const std::string &id, const std::string &directory, u64 seed) {
  std::string error;
  const auto history = History::load(trace, error);
  if (!history)
    return cannot(error);
  if (std::filesystem::exists(directory))
    return cannot(directory + " exists");
  const auto faults = faults_of(*history, seed);
  const auto fault =
      std::find_if(faults.begin(), faults.end(), [&](const Fault &f) { return f.id() == id; });
  if (fault == faults.end())
    return cannot(fmt::format("{} offers no fault {}", trace, id));
  const auto edit = apply(*history, *fault);
  if (!edit)
    return cannot(fmt::format("{} changes nothing in {}", id, trace));
  Scratch(*history, directory, true).write(*edit);
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  CommandLine line{"ompt-fault",
                   "Breaks a saved trace in one place and asks the validator what it says of it.\n"
                   "The first word is list, apply or run; --help after it tells the others."};
  u64 seed = 1;
  std::string trace, id, directory, profile_text = "5.2", without;
  std::vector<std::string> traces;
  BatchOptions options;

  const std::string command = argc > 1 ? argv[1] : "";
  const bool known = command == "list" || command == "apply" || command == "run";
  line.option("--seed", "N", number(seed, 0, ~0ull),
              "chooses the nth event of a kind, and the sample");
  if (command == "run") {
    line.words("TRACE", traces, "trace directories");
    line.option("--profile", "VERSION", profile_text, "OpenMP version whose rules apply");
    line.option("--sample", "N", number(options.sample, 1, ~0ull),
                "one fault in so many, chosen by the seed");
    line.option("--match", "TEXT", options.match, "only faults whose name contains this");
    line.option("--without", "FILE", without, "a file of faults to be left out, one a line");
    line.flag("--verdicts", options.verdicts, "print what the validator says as well");
  } else {
    line.word("TRACE", trace, "the trace directory");
  }
  if (command == "apply") {
    line.word("FAULT", id, "as `list` names it");
    line.word("DIR", directory, "where the faulty trace goes");
  }
  if (const auto ended = line.parse(argc - known, argv + known))
    return *ended;
  if (!known || (traces.empty() && trace.empty()) || (command == "apply" && directory.empty()))
    return line.mistake("list TRACE, apply TRACE FAULT DIR or run TRACE…");

  if (command == "list")
    return list(trace, seed);
  if (command == "apply")
    return write(trace, id, directory, seed);
  const auto profile = ompt_abi::parse_version(profile_text);
  if (!profile)
    return cannot(fmt::format("--profile must be 5.0, 5.1, 5.2 or 6.0, not '{}'", profile_text));
  options.profile = *profile;
  options.seed = seed;
  std::ifstream left_out(without);
  if (!without.empty() && !left_out)
    return cannot("cannot read " + without);
  for (std::string fault; std::getline(left_out, fault);)
    options.without.insert(fault);
  for (const std::string &each : traces)
    if (const std::string error = run_batch(each, options); !error.empty())
      return cannot(error);
  return 0;
}
