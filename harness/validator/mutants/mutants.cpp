// Prints the mutants of the machines that no case notices.
//
//   mutants CASES mutants.txt KNOWN [all | FILE | @LIST | tolerances [TRACES]]
//
// CASES is the folder of the .cases files, mutants.txt the output of mutate.py, KNOWN a file of
// unnoticeable mutants, each with its reason. With FILE only that source's mutants are tried, with
// @LIST those in a file of output lines. Prints the living mutants, and exits with 1 if one of them
// is not known. TRACES is a folder of recorded traces: a mutant that no case notices may change the
// rules that one of them contradicts.
//
// With `tolerances` the question is the opposite: under some mutant, a rule blames a case that
// shows its tolerance; otherwise no mutant can undo the tolerance. Prints the latter.
#include "validator/mutants/mutants.h"

#include "system/checking.h"
#include "validator/tests/cases.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <optional>
#include <set>

namespace fs = std::filesystem;

namespace cts::mutants {

u32 active = 0;
std::vector<bool> reached;

namespace {

constexpr unsigned seconds = 20; // a mutant that takes longer with a trace counts as noticed

std::vector<std::string> lines_of(const char *path) {
  std::ifstream stream(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

// The traces, for the life of this object.
struct Folder {
  Folder() { fs::create_directory(path); }
  ~Folder() { fs::remove_all(path); }
  const fs::path path =
      fs::temp_directory_path() / fmt::format("cts-mutants-{}", kernel::process());
};

using Rules = std::set<Rule>;

struct Prepared {
  Case what;
  Trace trace;
  std::vector<bool> reaches;
  std::optional<Rules> contradicts = {}; // of a recorded trace, which has no case
};

Rules contradicted_in(const Trace &trace, ompt_abi::version profile) {
  Rules rules;
  for (const Finding &finding : validate(trace, profile).findings)
    rules.insert(finding.rule);
  return rules;
}

bool notices(const Prepared &p) {
  return p.contradicts ? contradicted_in(p.trace, p.what.profile) != *p.contradicts
                       : !wrong_with(p.what, validate(p.trace, p.what.profile)).empty();
}

bool prepare(const char *folder, const fs::path &scratch, std::vector<Prepared> &prepared) {
  std::vector<Case> cases;
  std::string error;
  if (!read_cases(folder, cases, error))
    return fmt::print(stderr, "{}\n", error), false;
  for (const Case &c : cases) {
    auto trace = trace_of(c, scratch / std::to_string(prepared.size()), error);
    if (!trace)
      continue; // an unreadable trace is not a machine's fault
    reached.assign(reached.size(), false);
    const std::string wrong = wrong_with(c, validate(*trace, c.profile));
    if (!wrong.empty())
      return fmt::print(stderr, "without any mutant: {}", wrong), false;
    prepared.push_back({c, std::move(*trace), reached});
  }
  return true;
}

void prepare_recorded(const fs::path &folder, std::vector<Prepared> &prepared) {
  for (const auto &entry : fs::directory_iterator(folder)) {
    std::string error;
    auto trace = Trace::open(entry.path().string(), error);
    if (!trace)
      continue;
    reached.assign(reached.size(), false);
    Rules rules = contradicted_in(*trace, Case().profile);
    prepared.push_back({{}, std::move(*trace), reached, std::move(rules)});
  }
}

// The trial has its own process, because the mutant may crash or never end.
bool noticed(u32 mutant, const std::vector<Prepared> &prepared) {
  const Ended ended = in_copy([&] {
    kernel::close(2);
    active = mutant;
    for (const Prepared &p : prepared) {
      limit_processor_time(seconds);
      if (p.reaches[mutant] && notices(p))
        return 1;
    }
    return 0;
  });
  return ended.code != 0 || ended.signal != 0;
}

// A known mutant has a name without its line, which changes: "FILE what is done".
std::string name_of(const std::string &mutant) {
  const auto colon = mutant.find(':'), space = mutant.find(' ');
  return mutant.substr(0, colon) + mutant.substr(space);
}

// A case, and one of the rules whose tolerance it shows.
struct Tolerated {
  const Prepared *by;
  Rule rule;
};

bool finds(const Tolerated &t) {
  const Verdict verdict = validate(t.by->trace, t.by->what.profile);
  return std::any_of(verdict.findings.begin(), verdict.findings.end(),
                     [&](const Finding &finding) { return finding.rule == t.rule; });
}

int tolerances(const std::vector<std::string> &mutants, const std::vector<Prepared> &prepared) {
  std::vector<Tolerated> all;
  u32 still_found = 0;
  for (const Prepared &p : prepared)
    for (const std::string &id : p.what.tolerating) {
      const Tolerated t{&p, *find_rule(id)};
      if (finds(t)) // a remark that the tolerance names
        ++still_found;
      else
        all.push_back(t);
    }
  // The results of the children.
  char *undone = static_cast<char *>(shared_memory(all.size() + 1));
  for (u32 mutant = 1; mutant < mutants.size(); ++mutant)
    in_copy([&] {
      kernel::close(2);
      limit_processor_time(seconds);
      active = mutant;
      for (std::size_t i = 0; i < all.size(); ++i)
        if (!undone[i] && all[i].by->reaches[mutant] && finds(all[i]))
          undone[i] = 1;
      return 0;
    });
  std::size_t without = 0;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (!undone[i] && ++without)
      fmt::print("{}:{} {}\n", all[i].by->what.file, all[i].by->what.line, info(all[i].rule).id);
  fmt::print("{} tolerances shown, {} by a remark or finding; {} undone by a mutant, {} by none\n",
             all.size() + still_found, still_found, all.size() - without, without);
  return 0;
}

int run(int argc, char **argv) {
  if (argc < 4)
    return fmt::print(stderr, "usage: mutants CASES mutants.txt KNOWN "
                              "[all|FILE|@LIST|tolerances [TRACES]]\n"),
           2;
  const auto mutants = lines_of(argv[2]), known = lines_of(argv[3]);
  const std::string which = argc > 4 ? argv[4] : "all";
  std::set<std::string> listed;
  if (which.starts_with("@"))
    for (const std::string &line : lines_of(which.c_str() + 1))
      listed.insert(line.substr(0, line.find("   (")));
  const auto asked_for = [&](const std::string &mutant) {
    return listed.empty() ? which == "all" || mutant.starts_with(which + ":")
                          : listed.contains(mutant);
  };
  reached.resize(mutants.size());
  std::vector<Prepared> prepared;
  const Folder scratch;
  if (!prepare(argv[1], scratch.path, prepared))
    return 2;
  if (argc > 5)
    prepare_recorded(argv[5], prepared);
  if (which == "tolerances")
    return tolerances(mutants, prepared);
  u32 tried = 0, alive = 0, unreached = 0, explained = 0;
  for (u32 mutant = 1; mutant < mutants.size(); ++mutant) {
    if (!asked_for(mutants[mutant]))
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
