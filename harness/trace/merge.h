// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All threads' events in the order of their time stamps.
#pragma once

#include "trace/reader.h"

#include <deque>

namespace cts {

// The order within a thread is certain; between threads it is that of the stamps, ties by the
// threads' numbers, and proves nothing by itself.
class MergedReader {
public:
  explicit MergedReader(const Trace &trace);

  // The next event of all; null at the end. Valid until the next call.
  const RawEvent *next() {
    bool more = current_ != nullptr;
    if (more && !deferred_) {
      more = current_->reader.next(current_->head);
      current_->order = current_->head.time;
    }
    deferred_ = false;
    // Usually the same thread goes on.
    if (more && current_->order < next_order_) [[likely]]
      return &current_->head;
    return next_source(more);
  }

  // Puts the event that next() gave last back behind everything that other threads recorded up to
  // `time`; it comes again after that.
  void defer(u64 time);

  u64 discarded() const;
  // The first damage found so far, or what the manifest told before; empty if none.
  std::string damage() const;

private:
  // Of all threads that have a next event; `more`: the current one has.
  const RawEvent *next_source(bool more);

  struct Source {
    explicit Source(StreamReader r) : reader(std::move(r)) {}
    StreamReader reader;
    RawEvent head;
    u64 order = 0; // head's stamp, or later where it was deferred
  };
  std::string damage_;
  std::deque<Source> sources_;
  std::vector<Source *> heap_; // smallest stamp first
  u64 next_order_ = 0;         // the smallest of the heap; beyond all if it is empty
  Source *current_ = nullptr;  // whose head was given last; not in the heap
  bool deferred_ = false;      // the head is still to be given
};

} // namespace cts
