// Prints the threads' activities (view.h) as JSON.
#include "trace/json.h"
#include "trace/source_lines.h"
#include "trace/views/subsystems.h"
#include "trace/views/view.h"

#include <fmt/format.h>

namespace cts::view {

std::string stretches(const Trace &trace, std::FILE *out) {
  SourceLines lines(trace.mappings());
  const double nanoseconds = 1e9 / static_cast<double>(trace.clock().frequency);
  u64 first = 0;
  bool begun = false;
  return stretches(trace, [&](const Stretch &stretch) {
    if (!begun)
      first = stretch.begin;
    begun = true;
    const auto at = [&](u64 time) {
      return time < first ? -static_cast<i64>(static_cast<double>(first - time) * nanoseconds + 0.5)
                          : static_cast<i64>(static_cast<double>(time - first) * nanoseconds + 0.5);
    };
    const Shown &shown = stretch.shown;
    Json line = {{"thread", stretch.thread},
                 {"position", stretch.position},
                 {"begin", at(stretch.begin)},
                 {"end", at(stretch.end)},
                 {"instant", stretch.instant},
                 {"again", stretch.again},
                 {"subsystem", text_of(shown.subsystem)},
                 {"approximate", shown.approximate},
                 {"label", shown.label ? lines.before(shown.label).text() : ""},
                 {"task", shown.task},
                 {"idle", shown.stalled ? "Stalled" : "Progressing"}};
    fmt::print(out, "{}\n", line.text());
  });
}

} // namespace cts::view
