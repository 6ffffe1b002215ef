#include "validator/batch.h"

#include "trace/text.h"
#include "validator/validator.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <random>

namespace fs = std::filesystem;

namespace cts {
namespace {

std::string judge_text(const std::vector<std::string> &lines, const fs::path &scratch,
                       ompt_abi::version profile) {
  std::string error;
  if (!write_text_trace(scratch, lines, error))
    return "unreadable " + error;
  const auto trace = Trace::open(scratch, error);
  if (!trace)
    return "unreadable " + error;
  const Verdict verdict = validate(*trace, profile);
  if (!verdict.complete)
    return "unreadable " + verdict.damage;
  std::string broken;
  std::vector<Rule> told;
  for (const Finding &finding : verdict.findings) {
    if (finding.severity != Severity::error ||
        std::find(told.begin(), told.end(), finding.rule) != told.end())
      continue;
    told.push_back(finding.rule);
    const EventRef at = finding.witness.front();
    broken += at.valid() ? fmt::format(" {}@{}:{}", info(finding.rule).id, at.thread, at.position)
                         : fmt::format(" {}", info(finding.rule).id);
  }
  return broken.empty() ? "ok" : "broken" + broken;
}

} // namespace

bool judge_batch(const std::string &file, ompt_abi::version profile, std::string &error) {
  std::ifstream stream(file);
  if (!stream) {
    error = fmt::format("{} cannot be read", file);
    return false;
  }
  const fs::path scratch =
      fs::temp_directory_path() / fmt::format("cts-batch-{}", std::random_device{}());
  std::string name;
  std::vector<std::string> lines;
  const auto judge = [&] {
    if (!name.empty())
      fmt::print("{} {}\n", name, judge_text(lines, scratch, profile));
    fs::remove_all(scratch);
    lines.clear();
  };
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("== ")) {
      judge();
      name = line.substr(3);
    } else {
      lines.push_back(line);
    }
  }
  judge();
  return true;
}

} // namespace cts
