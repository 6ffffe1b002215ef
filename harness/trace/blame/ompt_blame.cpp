// ompt-blame: for which code threads waited. Exit code 2, and one line on standard error, for bad
// input.
#include "trace/blame/blame.h"
#include "trace/text.h"
#include "trace/tool_main.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fmt/format.h>

namespace {

constexpr int bad_input = 2;

int fail(const std::string &reason) {
  std::fflush(stdout);
  fmt::print(stderr, "ompt-blame: {}\n", cts::printable(reason));
  return bad_input;
}

void as_text(const cts::blame::Result &result, std::size_t most) {
  fmt::print("{:.6f} s were waited, of {:.6f} s that threads lived; {} samples\n", result.waited,
             result.alive, result.samples);
  if (result.charges.empty())
    return;
  fmt::print("\n{:>7}  {:>10}  {:<8}  {}\n", "share", "seconds", "waiting", "for");
  for (std::size_t i = 0; i < std::min(most, result.charges.size()); ++i) {
    const auto &charge = result.charges[i];
    fmt::print("{:6.1f} %  {:10.6f}  {:<8}  {}\n", 100 * charge.seconds / result.waited,
               charge.seconds, cts::blame::names[static_cast<std::size_t>(charge.waiting)],
               cts::printable(charge.code.back()));
    for (std::size_t outer = charge.code.size() - 1; outer-- > 0;)
      fmt::print("{:>33}called by {}\n", "", cts::printable(charge.code[outer]));
  }
  if (result.charges.size() > most)
    fmt::print("… and {} more; --most N shows them\n", result.charges.size() - most);
}

// A line for each: frames with semicolons between them, outermost first, and microseconds.
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
  CLI::App app{"Says for which code threads waited (docs/blame.md)."};
  std::string path;
  bool fold = false;
  std::size_t most = 20;
  app.add_option("trace", path, "the trace: a folder")->type_name("TRACE");
  app.add_flag("--folded", fold, "stacks and microseconds, a line each, for flame graphs");
  app.add_option("--most", most, "how many causes to tell of")->check(CLI::PositiveNumber);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    if (error.get_exit_code() == 0)
      return app.exit(error);
    return fail(std::string(error.what()) + " (ompt-blame --help lists the options)");
  }
  if (path.empty())
    return fail("which trace? Give its folder (ompt-blame --help lists the options)");
  std::string error;
  const auto trace = cts::Trace::open(path, error);
  if (!trace)
    return fail(error);
  const cts::blame::Result result = cts::blame::blame(*trace);
  if (fold)
    folded(result);
  else
    as_text(result, most);
  return result.damage.empty() ? 0 : fail(result.damage);
}

} // namespace

int main(int argc, char **argv) {
  return cts::tool_main("ompt-blame", [&] { return blame(argc, argv); });
}
