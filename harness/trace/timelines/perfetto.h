// A timeline as a Perfetto trace (protobuf): each thread has a track, and in it a track for each
// view and one for its waits.
#pragma once

#include "trace/blame/blame.h"
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
  // The number of a cause of waits in this file.
  u64 cause(const blame::Cause &cause);
  // A wait for it from begin to end (nanoseconds), in a track of its own.
  void wait(const blame::Waited &wait, u64 cause, u64 begin, u64 end);

private:
  void span(const Span &span) override;
  u64 track(u32 thread, std::size_t number); // of a view, or of the waits
  void packet(const std::string &content);
  void slice(u64 on, const std::string &about, u64 begin, u64 end);
  void intern(u64 number, const std::string &text);
  std::string name(View view, Value value);

  std::FILE *out_;
  const Names &names_;
  std::set<u32> threads_;
  std::set<u64> interned_;                     // names already written
  std::map<const blame::Cause *, u64> causes_; // likewise, with their numbers
};

} // namespace cts::timelines
