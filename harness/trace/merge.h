// All threads' events in the order of their time stamps.
#pragma once

#include "trace/live.h"

#include <deque>

namespace cts {

// The order within a thread is certain. Between threads the stamps give the order, ties go by
// thread number, and the order alone proves nothing.
class MergedReader {
public:
  explicit MergedReader(const Trace &trace);
  // Reads a growing trace (borrowed): next() waits if it must, and returns null when the process
  // has ended. Stops before the first dropped event.
  explicit MergedReader(LiveTrace &live) : live_(&live), limit_(0) {}

  // The next event of all; null at the end. Valid until the next call.
  const RawEvent *next() {
    bool more = current_ != nullptr;
    if (more && !deferred_) {
      more = current_->reader.next(current_->head);
      current_->order = current_->head.time;
    }
    deferred_ = false;
    // Usually the same thread continues.
    if (more && current_->order < next_order_) [[likely]]
      return &current_->head;
    return next_source(more);
  }

  // Postpones the event that next() gave last until after everything that other threads recorded up
  // to `time`.
  void defer(u64 time);
  // Events from this stamp on are not given.
  void leave_out_from(u64 time);

  u64 discarded() const;
  // The first damage found so far, or the damage that the manifest reports; empty if there is none.
  std::string damage() const;

private:
  // Of all threads that have a next event; `more`: the current one has.
  const RawEvent *next_source(bool more);
  const RawEvent *next_in_order(bool more);
  void grow();
  bool leave_out();

  struct Source {
    explicit Source(StreamReader r) : reader(std::move(r)) {}
    StreamReader reader;
    RawEvent head;
    u64 order = 0;          // head's stamp, or later where it was deferred
    bool untouched = false; // only the order is known: no packet has been read
  };
  std::string damage_;
  std::deque<Source> sources_;
  std::vector<Source *> heap_; // smallest stamp first
  std::vector<Source *> idle_; // of a trace that grows: have no event at the moment
  LiveTrace *live_ = nullptr;  // while it grows
  u64 limit_ = ~u64{0};        // events before it may be given,
  u64 left_out_ = ~u64{0};     // and those before this one are
  u64 next_order_ = 0;         // the smallest of the heap, or of these where it is smaller
  Source *current_ = nullptr;  // whose head was given last; not in the heap
  bool deferred_ = false;      // the head is still to be given
};

} // namespace cts
