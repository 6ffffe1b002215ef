// ompt-validate TRACE: judges a saved trace. Exit code 0: nothing found, 1: a rule is contradicted,
// 2: no verdict is possible, 3: nothing found in an incomplete record, so no verdict either
// (standard error has one line with the reason for 2 and 3, and for 1 with an incomplete record).
// --live judges while the process records; SIGTERM ends the input. ompt-validate --each: judges one
// trace after the other, named by standard input (judge_each). ompt-validate --batch FILE: judges
// many short traces given as text; always exits with 0.
#include "trace/command_line.h"
#include "trace/text.h"
#include "trace/tool_main.h"
#include "validator/batch.h"
#include "validator/verdict_json.h"

#include <atomic>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <new>

namespace {

using namespace cts;

constexpr int exit_cannot_tell = 2, exit_incomplete = 3;

void print(const Verdict &verdict) {
  u64 errors = 0;
  for (const Finding &finding : verdict.findings) {
    const bool error = finding.severity == Severity::error;
    errors += error;
    fmt::print("{}: {}: {}{}\n", error ? "error" : "remark", info(finding.rule).id,
               printable(finding.message),
               finding.occurrences > 1 ? fmt::format(" (and {} more)", finding.occurrences - 1)
                                       : "");
    for (const std::string &reason : finding.because)
      fmt::print("    {}\n", printable(reason));
    for (const EventRef &ref : finding.witness)
      fmt::print("    thread {} event {}\n", ref.thread, ref.position);
  }
  u64 rules = 0;
  for (const u64 count : verdict.exercised)
    rules += count != 0;
  fmt::print("{} events of {} threads, {} rules exercised, {} findings\n", verdict.events,
             verdict.threads, rules, errors);
}

int cannot_tell(const std::string &why) {
  fmt::print(stderr, "ompt-validate: {}\n", printable(why));
  return exit_cannot_tell;
}

struct Judged {
  Verdict verdict;
  std::string json;
};

std::optional<Judged> judge_trace(const std::string &directory, const std::string &code,
                                  ompt_abi::version profile, std::string &error) {
  auto trace = Trace::open(directory, error);
  if (!trace)
    return {};
  if (!code.empty())
    trace->take_code_from(code);
  Verdict verdict = validate(*trace, profile);
  std::string json = verdict_json(*trace, verdict);
  return Judged{std::move(verdict), std::move(json)};
}

std::atomic<bool> stop{false};

std::optional<Judged> judge_live(const std::string &directory, bool keep, ompt_abi::version profile,
                                 std::string &error) {
  // An interrupt is for the program: when it ends, its trace ends.
  end_with_parent([](int) { stop = true; });
  const auto live = LiveTrace::open(directory, {keep, &stop}, error);
  if (!live)
    return {};
  Witnesses witnesses;
  const ManifestHeader manifest = live->trace().manifest();
  Verdict verdict = validate(*live, profile, [&](const std::vector<Finding> &findings) {
    live->look_back([&](const auto &stream_of) {
      witnesses.collect(findings, mappings_now(directory, manifest), stream_of);
    });
  });
  std::string json = verdict_json(live->trace(), verdict, witnesses);
  return Judged{std::move(verdict), std::move(json)};
}

int code_of(const Verdict &verdict) {
  for (const Finding &finding : verdict.findings)
    if (finding.severity == Severity::error)
      return 1;
  return verdict.complete ? 0 : verdict.damaged ? exit_cannot_tell : exit_incomplete;
}

bool wrote(const std::string &file, const std::string &text) {
  return static_cast<bool>(std::ofstream(file) << text << std::flush);
}

// A line of standard input names the file for the verdict and, after a tab, the trace; a line of
// standard output is the exit code. The reason for exit code 2 is not printed: judging that trace
// alone prints it.
int judge_each(ompt_abi::version profile) {
  for (std::string line; std::getline(std::cin, line);) {
    const auto tab = line.find('\t');
    int code = exit_cannot_tell;
    std::string error;
    try {
      if (tab != std::string::npos)
        if (const auto judged = judge_trace(line.substr(tab + 1), "", profile, error))
          if (wrote(line.substr(0, tab), judged->json))
            code = code_of(judged->verdict);
    } catch (const std::exception &) { // out of memory, or from the system
    }
    fmt::print("{}\n", code);
    std::fflush(stdout);
  }
  return 0;
}

int judge(int argc, char **argv, u64 &mebibytes) {
  CommandLine line{"ompt-validate", "Judges a trace of ompt-checker against the rules of OMPT."};
  std::string directory, profile_text = "5.2", json_file, batch_file, code;
  bool quiet = false, live = false, keep = false, each = false;
  line.word("TRACE", directory, "the trace directory");
  line.option("--batch", "FILE", batch_file, "judge the text traces in this file, a line for each");
  line.flag("--each", each, "judge the traces that standard input names, FILE<tab>TRACE");
  line.flag("--live", live, "judge while the program records, and discard what was judged");
  line.flag("--keep", keep, "with --live: discard nothing");
  line.option("--profile", "VERSION", profile_text,
              "OpenMP version whose rules apply: 5.0, 5.1, 5.2, 6.0");
  line.option("--json", "FILE", json_file, "write the verdict there as JSON; - is standard output");
  line.option("--code", "DIR", code,
              "a folder with copies of the recorded process's files, below their whole paths");
  line.flag("--quiet", quiet, "print nothing but errors");
  line.option("--memory", "MIB", number(mebibytes, 16, 1 << 24),
              "use at most MIB mebibytes (8192)");
  if (const auto ended = line.parse(argc, argv))
    return *ended;
  if (!directory.empty() + !batch_file.empty() + each != 1)
    return line.mistake("give a trace, --batch or --each");
  if (live ? !code.empty() : keep)
    return line.mistake(live ? "--live excludes --code" : "--keep needs --live");
  const auto profile = ompt_abi::parse_version(profile_text);
  if (!profile)
    return cannot_tell(
        fmt::format("--profile must be 5.0, 5.1, 5.2 or 6.0, not '{}'", profile_text));
    // Memory grows with the living entities of a trace, and a runtime that never ends any must not
    // take the machine's memory from other tests. A sanitizer reserves more than any limit.
#ifndef CTS_SANITIZED
  limit_memory(mebibytes << 20);
#endif
  std::string error;
  if (each)
    return judge_each(*profile);
  if (!batch_file.empty())
    return judge_batch(batch_file, *profile, error) ? 0 : cannot_tell(error);
  const auto judged = live ? judge_live(directory, keep, *profile, error)
                           : judge_trace(directory, code, *profile, error);
  if (!judged)
    return cannot_tell(error);
  const auto &[verdict, text] = *judged;
  if (!json_file.empty()) {
    if (json_file == "-")
      fmt::print("{}", text);
    else if (!wrote(json_file, text))
      return cannot_tell("cannot write " + json_file);
  }
  if (!quiet && json_file != "-")
    print(verdict);
  if (!verdict.complete)
    cannot_tell(verdict.damage.find(directory) == std::string::npos
                    ? fmt::format("{}: {}", directory, verdict.damage)
                    : verdict.damage);
  return code_of(verdict);
}

} // namespace

int main(int argc, char **argv) {
  u64 mebibytes = 8192;
  return tool_main("ompt-validate", [&] {
    try {
      return judge(argc, argv, mebibytes);
    } catch (const std::bad_alloc &) {
      return cannot_tell(
          fmt::format("judging takes more than {} MiB of memory (--memory)", mebibytes));
    }
  });
}
