// Gives all threads' events in order; a separate thread reads them ahead of the caller.
#pragma once

#include "trace/merge.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <list>
#include <mutex>
#include <thread>

namespace cts {

// Gives the same events as MergedReader in the same order, except the events from the first dropped
// one on. A short trace, and any trace on a machine with one processor, is read without a separate
// thread. Not thread safe.
class AheadReader {
public:
  // Borrows the trace for the reader's life.
  explicit AheadReader(const Trace &trace);
  // Reads a growing trace, also borrowed.
  explicit AheadReader(LiveTrace &live);
  ~AheadReader();
  AheadReader(const AheadReader &) = delete;
  AheadReader &operator=(const AheadReader &) = delete;

  // The next event of all; null at the end. Valid until the next call.
  const RawEvent *next() {
    if (at_ != end_ && waiting_.empty()) [[likely]] {
      from_ = nullptr;
      return current_ = at_++;
    }
    return next_elsewhere();
  }

  // Postpones the event that next() gave last until after everything that other threads recorded up
  // to `time`.
  void defer(u64 time);

  // Call this after next() has returned null.
  u64 discarded() const { return events_.discarded(); }
  std::string damage() const { return events_.damage(); }

private:
  // Events with their bytes.
  struct Batch {
    std::vector<RawEvent> events;
    std::vector<std::byte> bytes;
    std::size_t used = 0;
  };
  // A postponed event, or an event after one, with its bytes.
  struct Kept {
    explicit Kept(const RawEvent &event);
    Kept(Kept &&) = default;
    Kept &operator=(Kept &&) = default;
    RawEvent raw;
    std::vector<std::byte> bytes;
  };
  // A thread whose next event is postponed.
  struct Waiting {
    u32 thread;
    u64 order; // the stamp of its next event, or later where that was put off
    std::deque<Kept> events;
  };

  void start(bool is_long);
  const RawEvent *next_elsewhere();
  const RawEvent *next_of_batches(u64 until);
  bool next_batch();
  bool fill(Batch &batch);
  void read_ahead();

  MergedReader events_;
  std::array<Batch, 4> batches_;
  Batch *reading_ = nullptr; // what at_ points into
  const RawEvent *at_ = nullptr, *end_ = nullptr;
  const RawEvent *current_ = nullptr;
  std::list<Waiting> waiting_; // few
  Waiting *from_ = nullptr;    // where current_ is from, if it is not from a batch
  std::optional<Kept> given_;  // current_, if it is from there

  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Batch *> empty_;
  std::deque<Batch *> full_;
  bool ended_ = false, abandoned_ = false;
  std::exception_ptr failure_;
};

} // namespace cts
