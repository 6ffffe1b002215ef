// ompt-fault: breaks a saved trace in one place and lets the validator judge it.
//
//   ompt-fault list TRACE                      the faults of this trace, one a line
//   ompt-fault apply TRACE FAULT DIR           writes the faulty trace
//   ompt-fault run TRACE… [--sample N]         tries faults; docs/faults.md describes the lines
#include "faults/batch.h"

#include <CLI/CLI.hpp>
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
  CLI::App app{"Breaks a saved trace in one place and asks the validator what it says of it."};
  app.require_subcommand(1);
  u64 seed = 1;
  std::string trace, id, directory, profile_text = "5.2", without;
  std::vector<std::string> traces;
  BatchOptions options;

  auto *list_command = app.add_subcommand("list", "the faults that a trace offers");
  list_command->add_option("trace", trace, "the trace directory")->required();
  auto *apply_command = app.add_subcommand("apply", "write the faulty trace");
  apply_command->add_option("trace", trace, "the trace directory")->required();
  apply_command->add_option("fault", id, "as `list` names it")->required();
  apply_command->add_option("directory", directory, "where the faulty trace goes")->required();
  auto *run_command = app.add_subcommand("run", "try the faults, or a sample of them");
  run_command->add_option("traces", traces, "trace directories")->required();
  run_command->add_option("--profile", profile_text, "OpenMP version whose rules apply");
  run_command->add_option("--sample", options.sample, "one fault in so many, chosen by the seed")
      ->check(CLI::PositiveNumber);
  run_command->add_option("--match", options.match, "only faults whose name contains this");
  run_command->add_option("--without", without, "a file of faults to be left out, one a line")
      ->check(CLI::ExistingFile);
  run_command->add_flag("--verdicts", options.verdicts, "print what the validator says as well");
  for (CLI::App *command : {list_command, apply_command, run_command})
    command->add_option("--seed", seed, "chooses the nth event of a kind, and the sample");
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp &e) {
    return app.exit(e);
  } catch (const CLI::ParseError &e) {
    return cannot(fmt::format("{} (--help lists the options)", e.what()));
  }

  if (*list_command)
    return list(trace, seed);
  if (*apply_command)
    return write(trace, id, directory, seed);
  const auto profile = ompt_abi::parse_version(profile_text);
  if (!profile)
    return cannot(fmt::format("--profile must be 5.0, 5.1, 5.2 or 6.0, not '{}'", profile_text));
  options.profile = *profile;
  options.seed = seed;
  std::ifstream left_out(without);
  for (std::string fault; std::getline(left_out, fault);)
    options.without.insert(fault);
  for (const std::string &each : traces)
    if (const std::string error = run_batch(each, options); !error.empty())
      return cannot(error);
  return 0;
}
