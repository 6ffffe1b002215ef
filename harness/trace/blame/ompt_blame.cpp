// ompt-blame: the code that threads waited for. Exit code 2, and one line on standard error, for
// bad input.
#include "trace/blame/blame.h"
#include "trace/command_line.h"
#include "trace/json.h"
#include "trace/text.h"
#include "trace/tool_main.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <map>

namespace {

constexpr int bad_input = 2;

int fail(const std::string &reason) {
  std::fflush(stdout);
  fmt::print(stderr, "ompt-blame: {}\n", cts::printable(reason));
  return bad_input;
}

// A sampled function is one cause, with all its lines; a construct is one cause for each line.
std::vector<std::string> cause(const cts::blame::Charge &charge) {
  std::vector<std::string> functions = charge.code;
  const bool sampled = !functions.back().starts_with("in the construct at ") &&
                       !functions.back().starts_with("after the region at ") &&
                       !functions.back().starts_with("nobody holds it");
  for (std::string &function : functions)
    if (const auto at = function.rfind(" ("); sampled && at != function.npos)
      function.resize(at);
  return functions;
}

// Each cause once, with its most frequent line, the gravest first.
std::vector<cts::blame::Charge> causes(const cts::blame::Result &result) {
  std::map<std::pair<cts::blame::Waiting, std::vector<std::string>>, cts::blame::Charge> found;
  for (const auto &charge : result.charges) { // the gravest first
    const auto [at, fresh] = found.try_emplace({charge.waiting, cause(charge)}, charge);
    if (!fresh)
      at->second.seconds += charge.seconds;
  }
  std::vector<cts::blame::Charge> all;
  for (auto &[key, charge] : found)
    all.push_back(std::move(charge));
  std::ranges::stable_sort(all, std::greater(), &cts::blame::Charge::seconds);
  return all;
}

void as_text(const cts::blame::Result &result, std::size_t most) {
  const auto charges = causes(result);
  fmt::print("{:.6f} s were waited, of {:.6f} s that threads lived; {} samples\n", result.waited,
             result.alive, result.samples);
  if (charges.empty())
    return;
  fmt::print("\n{:>7}  {:>10}  {:<8}  {}\n", "share", "seconds", "waiting", "for");
  for (std::size_t i = 0; i < std::min(most, charges.size()); ++i) {
    const auto &charge = charges[i];
    fmt::print("{:6.1f} %  {:10.6f}  {:<8}  {}\n", 100 * charge.seconds / result.waited,
               charge.seconds, cts::blame::names[static_cast<std::size_t>(charge.waiting)],
               cts::printable(charge.code.back()));
    for (std::size_t outer = charge.code.size() - 1; outer-- > 0;)
      fmt::print("{:>33}called by {}\n", "", cts::printable(charge.code[outer]));
  }
  if (charges.size() > most)
    fmt::print("… and {} more; --most N shows them\n", charges.size() - most);
  constexpr double much = 0.3;
  if (result.nobody > much * result.waited)
    fmt::print(
        "\nNobody is to blame for {:.0f} %: in that time every member of the team had come to "
        "the barrier, no thread held the mutex, none executed a task, and none worked "
        "outside a region. The runtime was waking threads, the system had given the "
        "processors to others (are there more threads than processors?), or a thread "
        "worked that OpenMP does not know.\n",
        100 * result.nobody / result.waited);
}

// Prints a profile for speedscope.app, with a sample for each stack.
void speedscope(const cts::blame::Result &result) {
  using cts::Json;
  std::map<std::string, std::size_t> numbers;
  Json frames = Json::array(), samples = Json::array(), weights = Json::array();
  double end = 0;
  for (const auto &charge : result.charges) {
    Json stack = Json::array();
    std::vector<std::string> names = {cts::blame::names[static_cast<std::size_t>(charge.waiting)]};
    names.insert(names.end(), charge.code.begin(), charge.code.end());
    for (const std::string &name : names) {
      const auto [at, fresh] = numbers.try_emplace(name, numbers.size());
      if (fresh)
        frames.push_back(Json{{"name", name}});
      stack.push_back(at->second);
    }
    samples.push_back(stack);
    weights.push_back(charge.seconds);
    end += charge.seconds;
  }
  const Json profile = {{"type", "sampled"}, {"name", "waits, by whom they are for"},
                        {"unit", "seconds"}, {"startValue", 0},
                        {"endValue", end},   {"samples", samples},
                        {"weights", weights}};
  const Json file = {{"$schema", "https://www.speedscope.app/file-format-schema.json"},
                     {"exporter", "ompt-cts blame"},
                     {"shared", {{"frames", frames}}},
                     {"profiles", Json::list(profile)}};
  fmt::print("{}\n", file.text());
}

// A line for each stack: frames with semicolons between them, outermost first, and microseconds.
void folded(const cts::blame::Result &result) {
  for (const auto &charge : result.charges) {
    const auto microseconds = static_cast<unsigned long long>(charge.seconds * 1e6 + 0.5);
    if (microseconds == 0)
      continue;
    std::string line = cts::blame::names[static_cast<std::size_t>(charge.waiting)];
    for (std::string frame : charge.code) {
      for (char &c : frame)
        if (c == ';')
          c = ':';
      line += ';' + cts::printable(frame);
    }
    fmt::print("{} {}\n", line, microseconds);
  }
}

int blame(int argc, char **argv) {
  cts::CommandLine line{"ompt-blame", "Says for which code threads waited (docs/blame.md)."};
  std::string path;
  bool fold = false, for_speedscope = false;
  std::size_t most = 20;
  line.word("TRACE", path, "the trace: a folder");
  line.flag("--folded", fold, "a line for each stack with its microseconds, for flame graphs");
  line.flag("--speedscope", for_speedscope, "a file for speedscope.app on standard output");
  line.option("--most", "N", cts::number(most, 1, ~0ull), "show at most N causes (20)");
  if (const auto ended = line.parse(argc, argv))
    return *ended;
  if (fold && for_speedscope)
    return line.mistake("--folded excludes --speedscope");
  if (path.empty())
    return line.mistake("which trace? Give its folder");
  std::string error;
  const auto trace = cts::Trace::open(path, error);
  if (!trace)
    return fail(error);
  const cts::blame::Result result = cts::blame::blame(*trace);
  if (fold)
    folded(result);
  else if (for_speedscope)
    speedscope(result);
  else
    as_text(result, most);
  return result.damage.empty() ? 0 : fail(result.damage);
}

} // namespace

int main(int argc, char **argv) {
  return cts::tool_main("ompt-blame", [&] { return blame(argc, argv); });
}
