// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ompt-view: shows a trace. Exit code 2, and one line on standard error, for bad input.
#include "trace/text.h"
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
  fmt::print(stderr, "ompt-view: {}\n", reason);
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

} // namespace

int main(int argc, char **argv) {
  CLI::App app{"Shows a trace of OMPT events, recorded by ompt-checker."};
  std::string trace_path, from_text, out;
  bool brief = false, text = false, threads = false, counts = false;
  app.add_option("trace", trace_path, "the trace: a folder")->type_name("TRACE");
  auto *views = app.add_option_group("views");
  views->add_flag("--text", text, "every event in order of time (the default)");
  views->add_flag("--threads", threads, "each thread's events");
  views->add_flag("--counts", counts, "how many events of each kind");
  views->require_option(0, 1);
  app.add_flag("--brief", brief, "leave out fields that are zero, null or empty");
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
  const auto trace = cts::Trace::open(trace_path, error);
  if (!trace)
    return fail(error);
  const std::string damage = threads  ? cts::view::threads(*trace, stdout, brief)
                             : counts ? cts::view::counts(*trace, stdout)
                                      : cts::view::text(*trace, stdout, brief);
  return damage.empty() ? 0 : fail(damage);
}
