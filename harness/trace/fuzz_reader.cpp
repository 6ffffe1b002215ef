// libFuzzer target: any bytes as a trace (fuzz_input.h), which is opened, read to its end in both
// orders, printed and shown in every view. Reading ahead must give the same events as merging, also
// with delayed events.
#include "trace/ahead.h"
#include "trace/fuzz_input.h"
#include "trace/views/view.h"

namespace {

using namespace cts;

// Delays one event in eight, never two in succession.
template <class Reader> const RawEvent *next_with_delays(Reader &events) {
  const RawEvent *raw = events.next();
  if (raw && (raw->time ^ raw->position ^ raw->thread) % 8 == 0) {
    events.defer(raw->time + 40);
    raw = events.next();
  }
  return raw;
}

void compare_readers(const Trace &trace) {
  AheadReader ahead(trace);
  MergedReader merged(trace);
  if (trace.manifest().lost_from)
    merged.leave_out_from(trace.manifest().lost_from);
  while (const RawEvent *expected = next_with_delays(merged)) {
    const RawEvent *raw = next_with_delays(ahead);
    if (!raw || raw->thread != expected->thread || raw->position != expected->position ||
        raw->time != expected->time || raw->code != expected->code ||
        !std::equal(raw->fields, raw->end, expected->fields, expected->end))
      std::abort();
  }
  if (next_with_delays(ahead) || ahead.damage() != merged.damage() ||
      ahead.discarded() != merged.discarded())
    std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
  static const test::TemporaryFolder folder;
  static std::FILE *const nowhere = std::fopen("/dev/null", "w");
  static const bool made [[maybe_unused]] = (test::write_surroundings(folder.path()), true);
  static const std::string good_metadata = test::read_file(folder / metadata_name);
  test::write_fuzzed_trace(folder, {reinterpret_cast<const char *>(data), size}, good_metadata);

  std::string error;
  if (const auto trace = Trace::open(folder.path(), error)) {
    compare_readers(*trace);
    view::text(*trace, nowhere, false);
    view::threads(*trace, nowhere, true);
    view::counts(*trace, nowhere);
    view::json(*trace, nowhere);
    view::info(*trace, nowhere);
    view::regions(*trace, nowhere, {true, true});
  }
  return 0;
}
