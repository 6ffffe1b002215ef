// ompt-timeline: the activities of a run's threads, as files for other viewers and as input of a
// picture. Memory does not grow with the run. Exit code 2, and one line on standard error, for bad
// input.
#include "trace/command_line.h"
#include "trace/json.h"
#include "trace/text.h"
#include "trace/timelines/paraver.h"
#include "trace/timelines/perfetto.h"
#include "trace/timelines/reduced.h"
#include "trace/timelines/waits.h"
#include "trace/timelines/window.h"
#include "trace/tool_main.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <memory>

namespace {

using namespace cts;
using namespace cts::timelines;

constexpr int bad_input = 2;

int fail(const std::string &reason) {
  std::fflush(stdout);
  fmt::print(stderr, "ompt-timeline: {}\n", printable(reason));
  return bad_input;
}

void print(const Json &line) { fmt::print("{}\n", line.text()); }

struct Options {
  std::string trace, code, perfetto, paraver, around;
  std::string from, to;
  std::vector<u32> threads;
  unsigned pixels = 0;
};

// "0,3"
bool numbers(std::string_view text, std::vector<u32> &all) {
  u32 one = 0;
  for (std::size_t end = 0; end != text.npos; text.remove_prefix(end == text.npos ? 0 : end + 1)) {
    end = text.find(',');
    if (!number(one, 0, ~u32{})(text.substr(0, end)))
      return false;
    all.push_back(one);
  }
  return true;
}

// "1500", "1.5us", "20ms", "3s" as nanoseconds.
std::optional<u64> nanoseconds(const std::string &text) {
  std::size_t used = 0;
  double number = -1;
  try {
    number = std::stod(text, &used);
  } catch (const std::exception &) {
    return {};
  }
  const std::string unit = text.substr(used);
  for (const auto &[name, size] :
       {std::pair{"", 1.0}, {"ns", 1.0}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}})
    if (unit == name && number >= 0 && number * size < 1e18)
      return static_cast<u64>(number * size + 0.5);
  return {};
}

// "1:23": the event at position 23 of thread 1.
std::optional<Place> place_of(const std::string &text) {
  Place place;
  char after = 0;
  const int found = std::sscanf(text.c_str(), "%u:%zu%c", &place.thread, &place.position, &after);
  return found == 2 ? std::optional(place) : std::nullopt;
}

struct Closed {
  void operator()(std::FILE *file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Closed>;

File written(const std::string &path) {
  File file(std::fopen(path.c_str(), "wb"));
  if (!file)
    throw std::runtime_error("cannot write " + path + ": " + std::strerror(errno));
  return file;
}

// A timeline that could not be written is an error.
void close(File file, const std::string &path) {
  if (file && (std::fflush(file.get()) || std::ferror(file.get())))
    throw std::runtime_error("cannot write " + path + ": " + std::strerror(errno));
}

// The requested part, and the line that describes it; empty, with the reason, for bad input.
std::optional<Part> chosen(const Trace &trace, const Options &options, Json &told,
                           std::string &problem) {
  Window window;
  if (!options.around.empty()) {
    const auto event = place_of(options.around);
    const auto found = event ? around(trace, *event) : std::nullopt;
    if (!found) {
      problem = "--around " + options.around +
                (event ? ": the trace has no such event" : " is not THREAD:POSITION");
      return {};
    }
    window = *found;
    told["at"] = window.at;
  } else if (options.pixels) {
    window = of_run(trace);
  } else {
    window.end = ~u64{0};
  }
  for (const auto &[name, text, bound] :
       {std::tuple{"--from", &options.from, &window.begin}, {"--to", &options.to, &window.end}}) {
    const auto time = text->empty() ? std::optional(*bound) : nanoseconds(*text);
    if (!time) {
      problem = fmt::format("{} {} is not a time, as 1.5ms", name, *text);
      return {};
    }
    *bound = *time;
  }
  const bool bounded = !options.from.empty() || !options.to.empty();
  const u64 last = bounded && !window.last ? of_run(trace).last : window.last;
  if (window.end <= window.begin && window.end < last) {
    problem = "--to is not after --from";
    return {};
  }
  if (last && window.begin > last) {
    problem = "--from " + options.from + ": the run was over by then";
    return {};
  }
  for (const u32 thread : options.threads)
    if (std::ranges::find(trace.threads(), thread) == trace.threads().end()) {
      problem = fmt::format("--threads {}: the trace has no such thread", thread);
      return {};
    }
  if (window.last) {
    told["begin"] = window.begin;
    told["end"] = std::max(window.end, window.begin + 1);
  }
  return Part{window.begin, std::max(window.end, window.begin + 1), options.threads};
}

int run(const Options &options) {
  std::string error;
  auto trace = Trace::open(options.trace, error);
  if (!trace)
    return fail(error);
  if (!options.code.empty())
    trace->take_code_from(options.code);
  Json told = Json::object();
  const auto part = chosen(*trace, options, told, error);
  if (!part)
    return fail(error);
  std::vector<u32> threads;
  for (const u32 thread : trace->threads())
    if (part->has(thread))
      threads.push_back(thread);

  Names names(*trace);
  std::vector<Sink *> sinks;
  File for_perfetto, for_paraver;
  std::optional<Perfetto> perfetto;
  std::optional<Paraver> paraver;
  std::optional<Reduced> reduced;
  const std::string title = std::filesystem::path(options.trace + "/.").parent_path().filename();
  if (!options.perfetto.empty()) {
    for_perfetto = written(options.perfetto);
    sinks.push_back(&perfetto.emplace(for_perfetto.get(), names, title));
  }
  const std::string prv = options.paraver + ".prv";
  if (!options.paraver.empty()) {
    for_paraver = written(prv);
    sinks.push_back(&paraver.emplace(for_paraver.get(), names, threads));
  }
  if (options.pixels) {
    const u64 pixel = std::max<u64>(1, (part->end - part->begin) / options.pixels);
    const auto span = [&](const Seen &seen) {
      const Span &s = seen.span;
      print(Json::list(s.thread, static_cast<int>(s.view), s.begin, s.end,
                       names.text(s.view, s.value), s.approximate, seen.count));
    };
    const auto instant = [&](const Instant &one, u64 count) {
      print(Json::list(one.thread, -1, one.at, one.at, names.text(View::subsystem, one.state),
                       false, count));
    };
    sinks.push_back(&reduced.emplace(pixel, span, instant));
  }
  Times times(trace->clock());
  const std::string damage = feed(*trace, *part, names, sinks, times);
  if (perfetto)
    write_waits(*trace, *part, times, *perfetto);
  if (reduced)
    reduced->flush();
  close(std::move(for_perfetto), options.perfetto);
  close(std::move(for_paraver), prv);
  told["threads"] = threads;
  Json labels = Json::object();
  if (paraver)
    for (const std::string &label : names.labels())
      labels[std::to_string(paraver_number(label))] = label;
  told["labels"] = labels;
  print(told);
  return damage.empty() ? 0 : fail(damage);
}

int timeline(int argc, char **argv) {
  CommandLine line{
      "ompt-timeline",
      "What the threads of a run did when, after ovni's OpenMP model (docs/timelines.md)."};
  Options options;
  line.word("TRACE", options.trace, "the trace: a folder");
  line.option("--perfetto", "FILE", options.perfetto, "write a Perfetto trace");
  line.option("--paraver", "NAME", options.paraver, "write NAME.prv");
  line.option("--pixels", "N", number(options.pixels, 1, 100000),
              "print what a picture so wide shows, as JSON");
  line.option("--from", "TIME", options.from, "since the first state: 20, 1.5us, 3ms, 2s");
  line.option("--to", "TIME", options.to, "likewise");
  line.option("--around", "THREAD:POSITION", options.around,
              "a few states on each side of an event");
  line.option(
      "--threads", "N,…", [&](std::string_view text) { return numbers(text, options.threads); },
      "these alone");
  line.option("--code", "DIR", options.code, "as of ompt-view");
  if (const auto ended = line.parse(argc, argv))
    return *ended;
  if (options.trace.empty())
    return line.mistake("which trace? Give its folder");
  return run(options);
}

} // namespace

int main(int argc, char **argv) {
  return cts::tool_main("ompt-timeline", [&] { return timeline(argc, argv); });
}
