// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which mutants of the machines does no case notice?
//
//   mutants CASES mutants.txt KNOWN [FILE]
//
// CASES is the folder of the .cases files, mutants.txt what mutate.py wrote, KNOWN a file of those
// that nothing can notice, each with its reason. With FILE only that source's mutants are tried.
// Prints those that live, and exits with 1 if one of them is not known.
#include "validator/mutants/mutants.h"

#include "validator/tests/cases.h"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace cts::mutants {

u32 active = 0;
std::vector<bool> reached;

namespace {

constexpr unsigned seconds = 20; // a mutant that takes longer is noticed

std::vector<std::string> lines_of(const char *path) {
  std::ifstream stream(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

// Of the traces, as long as it lives.
struct Folder {
  Folder() { fs::create_directory(path); }
  ~Folder() { fs::remove_all(path); }
  const fs::path path = fs::temp_directory_path() / fmt::format("cts-mutants-{}", ::getpid());
};

struct Prepared {
  Case what;
  Trace trace;
  std::vector<bool> reaches;
};

bool prepare(const char *folder, const fs::path &scratch, std::vector<Prepared> &prepared) {
  std::vector<Case> cases;
  std::string error;
  if (!read_cases(folder, cases, error))
    return fmt::print(stderr, "{}\n", error), false;
  for (const Case &c : cases) {
    auto trace = trace_of(c, scratch / std::to_string(prepared.size()), error);
    if (!trace)
      continue; // what cannot be read is no machine's
    reached.assign(reached.size(), false);
    const std::string wrong = wrong_with(c, validate(*trace, c.profile));
    if (!wrong.empty())
      return fmt::print(stderr, "without any mutant: {}", wrong), false;
    prepared.push_back({c, std::move(*trace), reached});
  }
  return true;
}

// In a process of its own, for it may crash or never end.
bool noticed(u32 mutant, const std::vector<Prepared> &prepared) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(2);
    ::alarm(seconds);
    active = mutant;
    for (const Prepared &p : prepared)
      if (p.reaches[mutant] && !wrong_with(p.what, validate(p.trace, p.what.profile)).empty())
        ::_exit(1);
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

// A known one is named without its line, which moves: "FILE what is done".
std::string name_of(const std::string &mutant) {
  const auto colon = mutant.find(':'), space = mutant.find(' ');
  return mutant.substr(0, colon) + mutant.substr(space);
}

int run(int argc, char **argv) {
  if (argc < 4)
    return fmt::print(stderr, "usage: mutants CASES mutants.txt KNOWN [FILE]\n"), 2;
  const auto mutants = lines_of(argv[2]), known = lines_of(argv[3]);
  const std::string only = argc > 4 ? std::string(argv[4]) + ":" : "";
  reached.resize(mutants.size());
  std::vector<Prepared> prepared;
  const Folder scratch;
  if (!prepare(argv[1], scratch.path, prepared))
    return 2;
  u32 tried = 0, alive = 0, unreached = 0, explained = 0;
  for (u32 mutant = 1; mutant < mutants.size(); ++mutant) {
    if (!mutants[mutant].starts_with(only))
      continue;
    ++tried;
    bool reaches = false;
    for (const Prepared &p : prepared)
      reaches = reaches || p.reaches[mutant];
    if (reaches && noticed(mutant, prepared))
      continue;
    const std::string name = name_of(mutants[mutant]) + " -- ";
    bool is_known = false;
    for (const std::string &line : known)
      is_known = is_known || line.starts_with(name);
    ++(is_known ? explained : reaches ? alive : unreached);
    if (!is_known)
      fmt::print("{}{}\n", mutants[mutant], reaches ? "" : "   (no case comes here)");
    std::fflush(stdout);
  }
  fmt::print("{} mutants: {} noticed, {} live, {} where no case comes, {} known\n", tried,
             tried - alive - unreached - explained, alive, unreached, explained);
  return alive + unreached > 0;
}

} // namespace
} // namespace cts::mutants

int main(int argc, char **argv) { return cts::mutants::run(argc, argv); }
