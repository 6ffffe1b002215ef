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
    // Of thousands of short-lived threads only a few live at a time, so a packet is read when it is
    // due.
    Source &source = sources_.emplace_back(trace.stream(thread));
    if (const auto stamp = source.reader.first_stamp()) {
      source.head.thread = thread;
      source.order = *stamp;
      source.untouched = true;
      heap_.push_back(&source);
    } else if (source.reader.next(source.head)) {
      source.order = source.head.time;
      heap_.push_back(&source);
    }
  }
  std::make_heap(heap_.begin(), heap_.end(), later);
}

const RawEvent *MergedReader::next_source(bool more) {
  const RawEvent *event = next_in_order(more);
  while (event && current_->untouched) {
    current_->untouched = false;
    const bool begun = current_->reader.next(current_->head);
    if (begun)
      current_->order = current_->head.time;
    event = next_in_order(begun);
  }
  return event;
}

const RawEvent *MergedReader::next_in_order(bool more) {
  if (more) {
    if (!heap_.empty() && !later(current_, heap_.front()) &&
        current_->order < std::min(limit_, left_out_))
      return &current_->head;
    heap_.push_back(current_);
    std::push_heap(heap_.begin(), heap_.end(), later);
  } else if (current_ && live_) {
    idle_.push_back(current_);
  }
  current_ = nullptr;
  while (heap_.empty() || heap_.front()->order >= std::min(limit_, left_out_))
    if (!leave_out()) {
      if (!live_)
        return nullptr;
      grow();
    }
  std::pop_heap(heap_.begin(), heap_.end(), later);
  current_ = heap_.back();
  heap_.pop_back();
  next_order_ = std::min({limit_, left_out_, heap_.empty() ? ~u64{0} : heap_.front()->order});
  return &current_->head;
}

// Continues reading if all remaining streams are left out. Else returns false.
bool MergedReader::leave_out() {
  if (heap_.empty() || heap_.front()->order < left_out_)
    return false;
  for (Source *source : heap_) {
    while (source->reader.next(source->head)) {
    }
    if (live_)
      idle_.push_back(source);
  }
  heap_.clear();
  return true;
}

void MergedReader::leave_out_from(u64 time) {
  left_out_ = time;
  next_order_ = std::min(next_order_, time);
}

// Waits for more events.
void MergedReader::grow() {
  const u64 seen_before = limit_;
  limit_ = live_->wait();
  if (live_->lost_from())
    leave_out_from(live_->lost_from());
  while (sources_.size() < live_->streams())
    idle_.push_back(&sources_.emplace_back(live_->reader(static_cast<u32>(sources_.size()))));
  if (limit_ == LiveTrace::ended) {
    for (Source &source : sources_)
      source.reader.settle(live_->entry(source.reader.thread()));
    if (damage_.empty())
      damage_ = live_->damage();
  }
  std::vector<Source *> still_idle;
  for (Source *source : idle_) {
    const bool readable = limit_ == LiveTrace::ended || live_->there(source->reader.thread());
    if (!readable || !source->reader.next(source->head)) {
      still_idle.push_back(source);
      continue;
    }
    source->order = source->head.time;
    if (source->order < seen_before && damage_.empty())
      damage_ = "an event was seen after later ones had been judged";
    heap_.push_back(source);
    std::push_heap(heap_.begin(), heap_.end(), later);
  }
  idle_ = std::move(still_idle);
  if (limit_ == LiveTrace::ended)
    live_ = nullptr;
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
