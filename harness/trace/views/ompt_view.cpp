// ompt-view: shows a trace. Exit code 2, and one line on standard error, for bad input.
#include "trace/command_line.h"
#include "trace/text.h"
#include "trace/tool_main.h"
#include "trace/views/view.h"

#include <cstdio>
#include <fmt/format.h>
#include <fstream>
#include <iostream>

namespace {

constexpr int bad_input = 2;
constexpr std::size_t longest_line = 1 << 16; // no event in words is so long

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
  std::string line(longest_line, '\0');
  while (in.getline(line.data(), static_cast<std::streamsize>(line.size())))
    lines.emplace_back(line.data(), in.gcount() - !in.eof());
  if (!in.eof()) // a file that cannot be opened, a folder, or a line that may have no end
    return fail(in.bad() || in.gcount() == 0
                    ? "cannot read " + file
                    : fmt::format("{}: line {} is too long", file, lines.size() + 1));
  std::string error;
  if (!cts::write_text_trace(directory, lines, error))
    return fail(file + ": " + error);
  return 0;
}

int show(int argc, char **argv) {
  cts::CommandLine line{"ompt-view",
                        "Shows a trace of OMPT events, recorded by ompt-checker (docs/views.md)."};
  std::string trace_path, from_text, out, code, view = "text";
  bool brief = false;
  unsigned views = 0;
  cts::view::TreeOptions shown;
  line.word("TRACE", trace_path, "the trace: a folder");
  for (const auto &[name, help] : std::initializer_list<std::pair<const char *, const char *>>{
           {"text", "every event in order of time (the default)"},
           {"threads", "each thread's events"},
           {"counts", "how many events of each kind"},
           {"regions", "nested as the program is, in an order that does not depend on time"},
           {"stretches",
            "what each thread did when, in the terms of ovni's OpenMP model: a JSON object a line"},
           {"json", "every event in order of time: a JSON object a line"},
           {"info", "what the trace says of itself, as JSON"}})
    line.flag(
        std::string("--") + name,
        [&view, &views, name] {
          view = name;
          ++views;
        },
        help);
  line.flag(
      "--brief", brief,
      "with --text, --threads: leave out fields that are zero, null or empty; with --info: read"
      " no events");
  line.flag("--notes", shown.notes, "with --regions: show the program's notes");
  line.flag("--probes", shown.probes, "with --regions: show what the entry points answered");
  line.option("--code", "DIR", code,
              "a folder with copies of the recorded process's files, below their whole paths");
  line.option("--from-text", "FILE", from_text,
              "make a trace from this text (- is standard input), in the form of --text");
  line.option("--out", "DIR", out,
              "with --from-text: the folder of the new trace, which must not exist yet");
  if (const auto ended = line.parse(argc, argv))
    return *ended;
  if (views > 1)
    return line.mistake("one view at a time");
  if (from_text.empty() != out.empty())
    return line.mistake("--from-text needs --out DIR, and --out needs --from-text FILE");
  if (!from_text.empty())
    return convert(from_text, out);
  if (trace_path.empty())
    return line.mistake("which trace? Give its folder");

  std::string error;
  auto trace = cts::Trace::open(trace_path, error);
  if (!trace)
    return fail(error);
  if (!code.empty())
    trace->take_code_from(code);
  const std::string damage = view == "threads"     ? cts::view::threads(*trace, stdout, brief)
                             : view == "counts"    ? cts::view::counts(*trace, stdout)
                             : view == "regions"   ? cts::view::regions(*trace, stdout, shown)
                             : view == "stretches" ? cts::view::stretches(*trace, stdout)
                             : view == "json"      ? cts::view::json(*trace, stdout)
                             : view == "info"      ? cts::view::info(*trace, stdout, brief)
                                                   : cts::view::text(*trace, stdout, brief);
  return damage.empty() ? 0 : fail(damage);
}

} // namespace

int main(int argc, char **argv) {
  return cts::tool_main("ompt-view", [&] { return show(argc, argv); });
}
