// A timeline as a Perfetto trace (protobuf): each thread has a track, and in it a track for each
// view.
#pragma once

#include "trace/timelines/spans.h"

#include <cstdio>
#include <set>

namespace cts::timelines {

// Writes the spans as they come. The few needed messages are written by hand; a test reads them
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
  std::set<u64> interned_; // names already written
};

} // namespace cts::timelines
