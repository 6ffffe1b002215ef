// ompt-view: shows a trace. Exit code 2, and one line on standard error, for bad input.
#include "trace/text.h"
#include "trace/tool_main.h"
#include "trace/views/view.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fmt/format.h>
#include <fstream>
#include <iostream>

namespace {

constexpr int bad_input = 2;

int fail(const std::string &reason) {
  std::fflush(stdout);
  fmt::print(stderr, "ompt-view: {}\n", cts::printable(reason));
  return bad_input;
}

int convert(const std::string &file, const std::string &directory) {
  std::vector<std::string> lines;
  std::ifstream opened;
  if (file != "-")
    opened.open(file);
  std::istream &in = file == "-" ? std::cin : opened;
  if (!in)
    return fail("cannot read " + file);
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  std::string error;
  if (!cts::write_text_trace(directory, lines, error))
    return fail(file + ": " + error);
  return 0;
}

int show(int argc, char **argv) {
  CLI::App app{"Shows a trace of OMPT events, recorded by ompt-checker (docs/views.md)."};
  std::string trace_path, from_text, out, code, view = "text";
  bool brief = false;
  unsigned width = 100;
  cts::view::TreeOptions shown;
  app.add_option("trace", trace_path, "the trace: a folder")->type_name("TRACE");
  auto *views = app.add_option_group("views");
  for (const auto &[name, help] : std::initializer_list<std::pair<const char *, const char *>>{
           {"text", "every event in order of time (the default)"},
           {"threads", "each thread's events"},
           {"counts", "how many events of each kind"},
           {"regions", "nested as the program is nested, the same for every interleaving"},
           {"timeline", "what each thread did when"},
           {"stretches", "the same after ovni's OpenMP model, a JSON object a line"},
           {"json", "every event in order of time, a JSON object a line"},
           {"info", "what the trace says of itself, as JSON"}})
    views->add_flag_callback(
        std::string("--") + name, [&view, name] { view = name; }, help);
  views->require_option(0, 1);
  app.add_flag("--brief", brief, "text, threads: leave out fields that are zero, null or empty");
  app.add_flag("--notes", shown.notes, "regions: show the program's notes");
  app.add_flag("--probes", shown.probes, "regions: show what the entry points answered");
  app.add_option("--width", width, "timeline: its width in characters")
      ->check(CLI::Range(10, 10000));
  app.add_option("--code", code,
                 "where the files of the recorded process are, below which their whole paths lead")
      ->type_name("DIR");
  auto *from = app.add_option("--from-text", from_text,
                              "make a trace from the text form; - reads standard input")
                   ->type_name("FILE");
  app.add_option("--out", out, "where to make it: a folder that does not exist yet")
      ->type_name("DIR")
      ->needs(from);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    if (error.get_exit_code() == 0)
      return app.exit(error);
    return fail(std::string(error.what()) + " (ompt-view --help lists the options)");
  }
  if (!from_text.empty())
    return out.empty() ? fail("--from-text needs --out DIR") : convert(from_text, out);
  if (trace_path.empty())
    return fail("which trace? Give its folder (ompt-view --help lists the options)");

  std::string error;
  auto trace = cts::Trace::open(trace_path, error);
  if (!trace)
    return fail(error);
  if (!code.empty())
    trace->take_code_from(code);
  const std::string damage = view == "threads"     ? cts::view::threads(*trace, stdout, brief)
                             : view == "counts"    ? cts::view::counts(*trace, stdout)
                             : view == "regions"   ? cts::view::regions(*trace, stdout, shown)
                             : view == "timeline"  ? cts::view::timeline(*trace, stdout, width)
                             : view == "stretches" ? cts::view::stretches(*trace, stdout)
                             : view == "json"      ? cts::view::json(*trace, stdout)
                             : view == "info"      ? cts::view::info(*trace, stdout)
                                                   : cts::view::text(*trace, stdout, brief);
  return damage.empty() ? 0 : fail(damage);
}

} // namespace

int main(int argc, char **argv) {
  return cts::tool_main("ompt-view", [&] { return show(argc, argv); });
}
