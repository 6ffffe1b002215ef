// Spans for a picture: spans shorter than a pixel are merged with their neighbours in that pixel.
#pragma once

#include "trace/timelines/spans.h"

#include <unordered_map>

namespace cts::timelines {

// A span of a picture. `count`: the number of merged spans; the value is that of the longest one.
// For an instant, `count` is the number of instants in the pixel.
struct Seen {
  Span span;
  u64 count = 1;
};

// Passes on at most two spans for each pixel, thread and view, and one instant for each state.
class Reduced : public SpanSink {
public:
  // `pixel` in nanoseconds, more than 0.
  Reduced(u64 pixel, std::function<void(const Seen &)> take,
          std::function<void(const Instant &, u64 count)> take_instant)
      : pixel_(pixel), take_(std::move(take)), take_instant_(std::move(take_instant)) {}
  void instant(const Instant &instant) override;
  // Passes on the remaining spans. Called after finish().
  void flush();

private:
  struct Bucket {
    u64 pixel = 0, count = 0;
    Span whole;
    std::vector<std::pair<Value, u64>> lengths;
    std::unordered_map<Value, std::size_t> places; // in `lengths`, once there are many: tasks
  };
  struct Instants {
    u64 pixel = 0, count = 0;
    Instant first;
  };
  void span(const Span &span) override;
  static u64 &length_of(Bucket &bucket, Value value);
  void empty(Bucket &bucket);
  void empty(Instants &instants);

  u64 pixel_;
  std::function<void(const Seen &)> take_;
  std::function<void(const Instant &, u64)> take_instant_;
  std::map<std::pair<u32, View>, Bucket> buckets_;
  std::map<std::pair<u32, Value>, Instants> instants_;
};

} // namespace cts::timelines
