// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/merge.h"

#include <algorithm>

namespace cts {
namespace {

constexpr auto later = [](const auto *a, const auto *b) {
  return a->order != b->order ? a->order > b->order : a->head.thread > b->head.thread;
};

} // namespace

MergedReader::MergedReader(const Trace &trace) : damage_(trace.damage()) {
  for (const u32 thread : trace.threads()) {
    Source &source = sources_.emplace_back(trace.stream(thread));
    if (source.reader.next(source.head)) {
      source.order = source.head.time;
      heap_.push_back(&source);
    }
  }
  std::make_heap(heap_.begin(), heap_.end(), later);
}

const RawEvent *MergedReader::next_source(bool more) {
  if (more) {
    if (!heap_.empty() && !later(current_, heap_.front()))
      return &current_->head;
    heap_.push_back(current_);
    std::push_heap(heap_.begin(), heap_.end(), later);
  }
  current_ = nullptr;
  if (heap_.empty())
    return nullptr;
  std::pop_heap(heap_.begin(), heap_.end(), later);
  current_ = heap_.back();
  heap_.pop_back();
  next_order_ = heap_.empty() ? ~u64{0} : heap_.front()->order;
  return &current_->head;
}

void MergedReader::defer(u64 time) {
  current_->order = time;
  deferred_ = true;
}

u64 MergedReader::discarded() const {
  u64 sum = 0;
  for (const Source &source : sources_)
    sum += source.reader.discarded();
  return sum;
}

std::string MergedReader::damage() const {
  for (const Source &source : sources_)
    if (!source.reader.damage().empty())
      return source.reader.damage();
  return damage_;
}

} // namespace cts
