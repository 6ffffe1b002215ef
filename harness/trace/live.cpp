#include "trace/live.h"

#include "system/judging.h"
#include "trace/machine/machine.h"
#include "trace/manifest_file.h"
#include "trace/processes.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fmt/format.h>
#include <thread>

namespace fs = std::filesystem;

namespace cts {
namespace {

using namespace std::chrono_literals;

constexpr u64 mapped_bytes = manifest_header_bytes + u64{stream_limit} * sizeof(StreamEntry);
constexpr auto pause = 4ms;            // between two looks,
constexpr auto pause_of_stream = 20us; // and for each stream;
constexpr auto long_pause = 100ms;     // in the end, if no recorder waits for the room that we make
// This many bytes of all read packets stay, for the events that findings point back to; each stream
// keeps at least live_window_bytes.
constexpr u64 window_bytes = 64 * 1024 * 1024;
constexpr u64 page = 64 * 1024; // the largest page of any system

std::string file_of(const std::string &directory, u32 stream, const char *suffix) {
  return directory + "/" + stream_name(stream) + suffix;
}

// Maps the whole manifest, also the part that the file will only grow into; null if it is not there
// yet.
void *map_manifest(const std::string &directory) {
  const std::string path = fmt::format("{}/{}/{}", directory, info_directory, manifest_name);
  const int file = kernel::open(path.c_str());
  if (file < 0)
    return nullptr;
  std::error_code unknown;
  const u64 bytes = fs::file_size(path, unknown);
  void *mapping = nullptr;
  if (!unknown && bytes >= manifest_header_bytes)
    mapping = kernel::map_shared(file, mapped_bytes);
  kernel::close(file);
  if (!mapping)
    return nullptr;
  const auto &header = *static_cast<const ManifestHeader *>(mapping);
  if (now_in(header.magic) == manifest_magic)
    return mapping;
  kernel::unmap(mapping, mapped_bytes);
  return nullptr;
}

// The counterpart of the fence that recorders omit (ThreadRecorder::enter): each running recorder
// has passed a fence when this returns. On a system without this call the margin replaces it.
void fence_in_recorders() {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  kernel::fence_in_others();
}

} // namespace

std::unique_ptr<LiveTrace> LiveTrace::open(const std::string &directory, const Options &options,
                                           std::string &error) {
  std::unique_ptr<LiveTrace> live(new LiveTrace);
  live->options_ = options;
  live->keep_ = options.keep;
  live->pause_ = pause;
  while (!(live->mapping_ = map_manifest(directory))) {
    if (live->stopped()) {
      error = directory + " holds no trace of ompt-checker";
      return nullptr;
    }
    std::this_thread::sleep_for(pause);
  }
  while (!now_in(live->header().initialized) && !live->stopped() && live->alive())
    std::this_thread::sleep_for(pause);
  auto trace = Trace::open(directory, error);
  if (!trace)
    return nullptr;
  live->trace_ = std::move(*trace);
  live->trace_.growing_ = true;
  live->margin_ = live->trace_.clock().frequency / 1000;
  return live;
}

LiveTrace::~LiveTrace() {
  if (mapping_)
    kernel::unmap(mapping_, mapped_bytes);
}

// A process whose first thread has left while others continue looks like an ended one.
bool LiveTrace::alive() const {
  const ManifestHeader &manifest = header();
  if (now_in(manifest.end) == ProcessEnd::replaced)
    return false;
  const u64 start = process_start(manifest.process);
  return manifest.start != 0 &&
         (start == manifest.start || (start == 0 && has_threads(manifest.process)));
}

u64 LiveTrace::now() const {
  if (trace_.clock().name == machine::counter_name)
    return machine::counter() - header().clock_zero;
  return kernel::monotonic() - header().clock_zero;
}

const StreamEntry *LiveTrace::live_entry(u32 stream) const {
  return reinterpret_cast<const StreamEntry *>(static_cast<const std::byte *>(mapping_) +
                                               manifest_header_bytes) +
         stream;
}

// The stamp of the last event in the stream's tail, or of the event being written there; 0 without
// a tail.
u64 LiveTrace::last_stamp(u32 stream) const {
  const std::string path = file_of(trace_.directory(), stream, tail_suffix);
  const int file = kernel::open_to_read(path.c_str());
  if (file < 0)
    return 0;
  PacketHeader header{};
  const bool got = kernel::read_at(file, &header, sizeof header, 0) == long{sizeof header};
  kernel::close(file);
  return got && header.thread == stream && header.trace == trace_.manifest().trace ? header.end : 0;
}

// In this order: the moment, the recording threads, the dropped events.
u64 LiveTrace::seen_up_to() {
  const u64 moment = now();
  fence_in_recorders();
  streams_ = std::min(now_in(header().streams), stream_limit);
  last_.resize(streams_, 0);
  std::error_code code;
  const u64 bytes = fs::file_size(
      fmt::format("{}/{}/{}", trace_.directory(), info_directory, manifest_name), code);
  if (!code && bytes >= manifest_header_bytes)
    entries_ = (bytes - manifest_header_bytes) / sizeof(StreamEntry);
  const u64 lost = now_in(header().lost_from);
  u64 limit = moment > margin_ ? moment - margin_ : 0;
  for (u32 stream = 0; stream < streams_; ++stream) {
    const StreamEntry *entry = there(stream) ? live_entry(stream) : nullptr;
    const bool begun = entry && now_in(entry->state) != StreamEntry::none;
    const u32 recording = entry ? now_in(entry->recording) : u32{StreamEntry::idle};
    if (recording == StreamEntry::not_begun || (begun && recording == StreamEntry::idle))
      continue;
    if (begun)
      last_[stream] = std::max({last_[stream], last_stamp(stream), now_in(entry->waiting)});
    if (begun || !lost) // an announced event may have found no room, and then never comes
      limit = std::min(limit, last_[stream]);
  }
  lost_from_ = now_in(header().lost_from);
  std::atomic_thread_fence(
      std::memory_order_acquire); // read the stamps before the events that they permit
  return limit;
}

u64 LiveTrace::wait() {
  while (true) {
    const bool over = stopped() || !alive();
    if (over) {
      end();
      return ended;
    }
    std::this_thread::sleep_for(pause_ + streams_ * pause_of_stream);
    if (options_.keep)
      pause_ = std::min<std::chrono::microseconds>(pause_ * 5 / 4, long_pause);
    if (const u64 limit = seen_up_to(); limit > limit_)
      return limit_ = limit;
  }
}

// The process has ended, so the files read here are final.
void LiveTrace::end() {
  left_ = Trace::read(trace_.directory(), damage_);
  const Trace &trace = left_ ? *left_ : trace_;
  if (left_)
    damage_ = left_->damage();
  streams_ = std::max(streams_, std::min(trace.manifest().streams, stream_limit));
  lost_from_ = trace.manifest().lost_from;
}

void LiveTrace::settle() {
  if (left_)
    trace_ = *left_;
  trace_.growing_ = false;
}

StreamReader LiveTrace::reader(u32 stream) {
  const std::lock_guard lock(mutex_);
  while (windows_.size() <= stream)
    windows_.emplace_back(*this, static_cast<u32>(windows_.size()));
  return {stream, trace_.directory(), live_entry(stream), trace_.manifest().trace,
          {},     &windows_[stream]};
}

StreamEntry LiveTrace::entry(u32 stream) const {
  const std::vector<StreamEntry> &entries = (left_ ? *left_ : trace_).entries_;
  return stream < entries.size() ? entries[stream] : StreamEntry{};
}

StreamReader LiveTrace::old_events(u32 stream) {
  PacketStart from;
  if (stream < windows_.size() && !windows_[stream].packets_.empty())
    from = windows_[stream].packets_.front();
  return {stream, trace_.directory(), live_entry(stream), trace_.manifest().trace, from, nullptr};
}

void LiveTrace::Window::passed(const PacketStart &packet, u64 bytes) {
  const std::lock_guard lock(live_.mutex_);
  packets_.push_back(packet);
  u64 room = window_bytes;
  if (const u64 limit = live_.header().limit)
    room = std::min(room, limit / 4);
  room = std::max<u64>(room / live_.windows_.size(), live_window_bytes);
  while (packets_.size() > 1 && packet.offset + bytes - packets_.front().offset > room &&
         !live_.keep_)
    packets_.pop_front();
  live_.give_up(*this);
}

// Frees the disk space before the window; the file keeps its length.
void LiveTrace::give_up(Window &window) {
  const u64 end = window.packets_.front().offset / page * page;
  if (keep_ || cannot_ || end < window.punched_ + packet_bytes)
    return;
  std::atomic_ref(header().gone).store(1);
  const int file = kernel::open(file_of(trace_.directory(), window.stream_, "").c_str());
  const u64 bytes = end - window.punched_;
  cannot_ = file < 0 || kernel::free_space(file, window.punched_, bytes) != 0;
  if (file >= 0)
    kernel::close(file);
  if (cannot_) {
    std::atomic_ref(header().gone).store(header().freed != 0);
    return;
  }
  window.punched_ = end;
  std::atomic_ref(header().used).fetch_sub(bytes);
  std::atomic_ref(header().freed).fetch_add(bytes);
}

bool LiveTrace::keep_from_now_on() {
  const std::lock_guard lock(mutex_);
  keep_ = true;
  return !header().gone;
}

void LiveTrace::judged(u64 events) { std::atomic_ref(header().judged_events).store(events); }

} // namespace cts
