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
  length_of(bucket, span.value) += length;
}

// A column of a long run may show a hundred thousand tasks.
u64 &Reduced::length_of(Bucket &bucket, Value value) {
  constexpr std::size_t few = 16;
  auto &lengths = bucket.lengths;
  auto &places = bucket.places;
  if (lengths.size() <= few) {
    const auto known = std::ranges::find(lengths, value, &std::pair<Value, u64>::first);
    return known != lengths.end() ? known->second : lengths.emplace_back(value, 0).second;
  }
  for (std::size_t i = places.size(); i < lengths.size(); ++i)
    places.emplace(lengths[i].first, i);
  const auto [place, fresh] = places.try_emplace(value, lengths.size());
  if (fresh)
    lengths.emplace_back(value, 0);
  return lengths[place->second].second;
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
