#include "trace/timelines/reduced.h"

#include <algorithm>

namespace cts::timelines {

void Reduced::span(const Span &span) {
  Bucket &bucket = buckets_[{span.thread, span.view}];
  const u64 length = span.end - span.begin, pixel = span.begin / pixel_;
  if (length >= pixel_ || bucket.pixel != pixel)
    empty(bucket);
  if (length >= pixel_)
    return take_({span});
  if (bucket.count++ == 0) {
    bucket.pixel = pixel;
    bucket.whole = span;
  }
  bucket.whole.end = span.end;
  bucket.whole.approximate |= span.approximate;
  const auto same = [&](const auto &one) { return one.first == span.value; };
  const auto known = std::ranges::find_if(bucket.lengths, same);
  if (known == bucket.lengths.end())
    bucket.lengths.emplace_back(span.value, length);
  else
    known->second += length;
}

void Reduced::empty(Bucket &bucket) {
  if (bucket.count == 0)
    return;
  bucket.whole.value = std::ranges::max_element(bucket.lengths, {}, [](const auto &one) {
                         return one.second;
                       })->first;
  take_({bucket.whole, bucket.count});
  bucket = {};
}

void Reduced::instant(const Instant &instant) {
  Instants &here = instants_[{instant.thread, instant.state}];
  if (here.pixel != instant.at / pixel_)
    empty(here);
  if (here.count++ == 0) {
    here.pixel = instant.at / pixel_;
    here.first = instant;
  }
}

void Reduced::empty(Instants &instants) {
  if (instants.count)
    take_instant_(instants.first, instants.count);
  instants = {};
}

void Reduced::flush() {
  for (auto &[lane, bucket] : buckets_)
    empty(bucket);
  for (auto &[lane, instants] : instants_)
    empty(instants);
}

} // namespace cts::timelines
