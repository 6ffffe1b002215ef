// A timeline as a Perfetto trace (protobuf): a track for each thread, in it one for each view.
#pragma once

#include "trace/timelines/spans.h"

#include <cstdio>
#include <set>

namespace cts::timelines {

// Writes as the spans come. The few messages that it needs are written by hand; a test reads them
// with Perfetto's own schema. Borrows both.
class Perfetto : public SpanSink {
public:
  Perfetto(std::FILE *out, const Names &names, const std::string &title);
  void instant(const Instant &instant) override;

private:
  void span(const Span &span) override;
  u64 track(u32 thread, View view);
  void packet(const std::string &content);
  std::string name(View view, Value value);

  std::FILE *out_;
  const Names &names_;
  std::set<u32> threads_;
  std::set<u64> interned_; // names that were told
};

} // namespace cts::timelines
