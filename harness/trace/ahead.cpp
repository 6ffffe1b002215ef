#include "trace/ahead.h"

#include "trace/folder.h"

#include <algorithm>
#include <system_error>

namespace cts {
namespace {

// A batch and its bytes fit into a processor's second-level cache, which the reading thread fills.
constexpr std::size_t events_of_batch = 2048;
constexpr std::size_t bytes_of_batch = 64 * events_of_batch + record_limit;
constexpr u64 short_trace = 4 * packet_bytes;

bool is_short(const Trace &trace) {
  u64 bytes = 0;
  for_each_entry(trace.directory(), [&](const std::filesystem::directory_entry &file) {
    std::error_code error;
    const u64 size = file.is_regular_file(error) ? file.file_size(error) : 0;
    bytes += error ? 0 : size;
  });
  return bytes <= short_trace;
}

} // namespace

AheadReader::Kept::Kept(const RawEvent &event) : raw(event), bytes(event.fields, event.end) {
  raw.fields = bytes.data();
  raw.end = raw.fields + bytes.size();
}

// From the first dropped event on, any event may be missing.
AheadReader::AheadReader(const Trace &trace) : events_(trace) {
  if (trace.manifest().lost_from)
    events_.leave_out_from(trace.manifest().lost_from);
  start(!is_short(trace));
}

AheadReader::AheadReader(LiveTrace &live) : events_(live) { start(true); }

void AheadReader::start(bool is_long) {
  for (Batch &batch : batches_)
    empty_.push_back(&batch);
  if (std::thread::hardware_concurrency() > 1 && is_long)
    try {
      thread_ = std::thread(&AheadReader::read_ahead, this);
    } catch (
        const std::system_error &) { // the user has no more threads: continue as on one processor
    }
}

AheadReader::~AheadReader() {
  if (!thread_.joinable())
    return;
  {
    const std::lock_guard lock(mutex_);
    abandoned_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

// False at the end of all events.
bool AheadReader::fill(Batch &batch) {
  batch.events.reserve(events_of_batch);
  batch.bytes.resize(bytes_of_batch);
  batch.events.clear();
  batch.used = 0;
  while (batch.events.size() < events_of_batch && batch.used + record_limit <= bytes_of_batch) {
    const RawEvent *raw = events_.next();
    if (!raw)
      return false;
    const auto bytes = static_cast<std::size_t>(raw->end - raw->fields);
    std::byte *to = batch.bytes.data() + batch.used;
    std::memcpy(to, raw->fields, bytes);
    batch.used += bytes;
    RawEvent &copy = batch.events.emplace_back(*raw);
    copy.fields = to;
    copy.end = to + bytes;
  }
  return true;
}

void AheadReader::read_ahead() {
  bool more = true;
  while (more) {
    Batch *batch = nullptr;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return abandoned_ || !empty_.empty(); });
      if (abandoned_)
        return;
      batch = empty_.back();
      empty_.pop_back();
    }
    std::exception_ptr failure;
    try {
      more = fill(*batch);
    } catch (...) {
      failure = std::current_exception();
      more = false;
    }
    {
      const std::lock_guard lock(mutex_);
      full_.push_back(batch);
      ended_ = !more;
      failure_ = failure;
    }
    changed_.notify_all();
  }
}

bool AheadReader::next_batch() {
  if (!thread_.joinable()) {
    reading_ = &batches_[0];
    if (ended_)
      return false;
    ended_ = !fill(*reading_);
  } else {
    std::unique_lock lock(mutex_);
    if (reading_)
      empty_.push_back(reading_);
    reading_ = nullptr;
    changed_.notify_all();
    changed_.wait(lock, [&] { return ended_ || !full_.empty(); });
    if (full_.empty()) {
      if (failure_)
        std::rethrow_exception(failure_);
      return false;
    }
    reading_ = full_.front();
    full_.pop_front();
  }
  at_ = reading_->events.data();
  end_ = at_ + reading_->events.size();
  return true;
}

// The next event of a thread that does not wait; events of waiting threads wait too. Null if there
// is none up to that stamp: later events stay where they are.
const RawEvent *AheadReader::next_of_batches(u64 until) {
  while (true) {
    while (at_ == end_)
      if (!next_batch())
        return nullptr;
    if (at_->time > until)
      return nullptr;
    const auto waits = std::find_if(waiting_.begin(), waiting_.end(),
                                    [&](const Waiting &w) { return w.thread == at_->thread; });
    if (waits == waiting_.end())
      return at_;
    waits->events.emplace_back(*at_++);
  }
}

const RawEvent *AheadReader::next_elsewhere() {
  // A thread whose delayed events have all passed is an ordinary thread again.
  if (from_ && from_->events.empty())
    waiting_.remove_if([](const Waiting &waiting) { return waiting.events.empty(); });
  from_ = nullptr;
  const auto first =
      std::min_element(waiting_.begin(), waiting_.end(), [](const Waiting &a, const Waiting &b) {
        return a.order != b.order ? a.order < b.order : a.thread < b.thread;
      });
  const RawEvent *other = next_of_batches(first != waiting_.end() ? first->order : ~u64{0});
  const bool waited = first != waiting_.end() &&
                      (!other || (first->order != other->time ? first->order < other->time
                                                              : first->thread < other->thread));
  if (!waited) {
    if (other)
      ++at_;
    return current_ = other;
  }
  from_ = &*first;
  given_.emplace(std::move(from_->events.front()));
  from_->events.pop_front();
  if (!from_->events.empty())
    from_->order = from_->events.front().raw.time;
  return current_ = &given_->raw;
}

void AheadReader::defer(u64 time) {
  if (from_) {
    from_->order = time;
    from_->events.push_front(std::move(*given_));
    from_ = nullptr;
    return;
  }
  waiting_.emplace_back(Waiting{current_->thread, time, {}});
  waiting_.back().events.emplace_back(*current_);
}

} // namespace cts
