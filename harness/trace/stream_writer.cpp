#include "trace/stream_writer.h"

#include "system/system.h"
#include "trace/text_buffer.h"

#include <algorithm>

namespace cts {
namespace {

// The number of pages of a new buffer; it doubles whenever they are full.
constexpr u32 page = 4096, first_bytes = 4 * page;
static_assert(packet_bytes % first_bytes == 0 &&
              first_bytes >= sizeof(PacketHeader) + record_limit);

Text tail_path(const char *directory, const char *before, u32 thread) {
  return {directory, "/", before, stream_prefix, SixDigits{thread}, tail_suffix};
}

Text waiting_path(const char *directory, u32 number) {
  return {directory, "/.buffer_", SixDigits{number}};
}

} // namespace

bool StreamWriter::open(const char *directory, u32 thread, ManifestFile *manifest, u64 tid) {
  directory_ = directory;
  thread_ = thread;
  manifest_ = manifest;
  tid_ = tid;
  if (manifest) {
    const Unnoticed unnoticed;
    entry_ = manifest->entry(thread);
    if (entry_)
      entry_->tid = tid;
    else
      error_ = ENOSPC;
  }
  if (entry_)
    std::atomic_ref(entry_->recording).store(StreamEntry::not_begun);
  full_ = (manifest && !entry_) || make_buffer(0) != 0;
  if (entry_)
    std::atomic_ref(entry_->recording).store(StreamEntry::idle);
  return !full_;
}

// The manifest's entry of the stream; its state last, because it gives the others their meaning.
void StreamWriter::note(StreamEntry::State state) {
  if (!entry_)
    return;
  std::atomic_ref(entry_->packets).store(sequence_, std::memory_order_release);
  entry_->bytes = file_.bytes();
  entry_->checksum = checksum_;
  entry_->discarded = discarded_;
  std::atomic_ref(entry_->error).store(error_);
  std::atomic_ref(entry_->state).store(state);
}

// Takes room; may wait for a live judge. The judge must not wait in turn for events before `time`,
// the stamp of the next event (0: there is none).
bool StreamWriter::take(u64 bytes, u64 time) {
  if (!manifest_)
    return true;
  if (entry_ && time)
    std::atomic_ref(entry_->waiting).store(time);
  return manifest_->take(bytes);
}

// A mapped file on the disk.
int StreamWriter::new_buffer(const char *path, u64 time) {
  if (!take(packet_bytes, time))
    return -ENOSPC;
  const int fd = kernel::make(path);
  int error = fd < 0 ? fd : kernel::reserve(fd, 0, packet_bytes);
  if (!error) {
    buffer_ = static_cast<std::byte *>(kernel::map_shared(fd, packet_bytes));
    error = buffer_ ? 0 : -ENOMEM;
  }
  if (fd >= 0)
    kernel::close(fd);
  if (error) {
    if (fd >= 0)
      kernel::unlink(path);
    if (manifest_)
      manifest_->give_back(packet_bytes);
    return error;
  }
  return 0;
}

// Touches the buffer's next pages, as many as it has, each by a store, because page faults would
// slow down events. (MAP_POPULATE would leave the faults of the first store to a page of a shared
// mapping.) Not all at once, because thousands of threads live for a few events. False if the disk
// has no room.
bool StreamWriter::touch_more(std::size_t bytes) {
  std::byte *const end = buffer_ + packet_bytes;
  while (touched_ != end && bytes > static_cast<std::size_t>(limit_ - cursor_)) {
    const auto more = std::max<std::ptrdiff_t>(first_bytes, touched_ - buffer_);
    for (std::ptrdiff_t at = 0; at < more; at += page)
      static_cast<volatile std::byte *>(touched_)[at] = std::byte{0};
    limit_ = touched_ += more;
  }
  return bytes <= static_cast<std::size_t>(limit_ - cursor_);
}

// The file gets its name when it is a packet: until then CTF readers skip it.
int StreamWriter::begin_buffer(u64 time, const char *from, const char *to) {
  header_ = reinterpret_cast<PacketHeader *>(buffer_);
  PacketHeader header{};
  header.magic = ctf_magic;
  std::memcpy(header.uuid, trace_uuid, sizeof trace_uuid);
  header.thread = thread_;
  header.packet_size = u64{packet_bytes} * 8;
  header.tid = tid_;
  header.trace = manifest_ ? manifest_->header().trace : 0;
  header.end = last_time_;
  cursor_ = limit_ = touched_ = buffer_;
  touch_more(sizeof header);
  std::memcpy(buffer_, &header, sizeof header);
  begin_packet(time);
  note(StreamEntry::closing);
  const int error = kernel::rename(from, to);
  if (!error)
    note(StreamEntry::open);
  return error;
}

int StreamWriter::make_buffer(u64 time) {
  const Unnoticed unnoticed;
  const Text path = tail_path(directory_, "", thread_),
             hidden = tail_path(directory_, ".", thread_);
  u32 waiting = 0;
  int error = kernel::exists(path) ? -EEXIST : 0; // another program's
  if (!error && manifest_ && (buffer_ = manifest_->buffers().take(waiting))) {
    error = begin_buffer(time, waiting_path(directory_, waiting), path);
    manifest_->buffers().release(waiting);
  } else if (!error && (error = new_buffer(hidden, time)) == 0) {
    error = begin_buffer(time, hidden, path);
    if (error)
      kernel::unlink(hidden);
  }
  if (error && buffer_) {
    kernel::unmap(buffer_, packet_bytes);
    forget_buffer();
  }
  error_ = static_cast<u32>(-error);
  return error;
}

// Empties the buffer first, so that old records never stand in a packet with a new number.
void StreamWriter::begin_packet(u64 time) {
  std::atomic_ref(header_->content_size).store(sizeof(PacketHeader) * 8, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_release);
  header_->checksum = 0;
  header_->begin = header_->end = time > header_->end ? time : header_->end;
  header_->sequence = sequence_;
  header_->discarded = discarded_;
  cursor_ = buffer_ + sizeof(PacketHeader);
  limit_ = touched_;
}

void StreamWriter::seal() {
  header_->checksum = packet_checksum(*header_, buffer_ + sizeof(PacketHeader),
                                      static_cast<u64>(cursor_ - buffer_) - sizeof(PacketHeader));
}

// `last`: no other packet follows soon.
int StreamWriter::flush(u64 time, bool last) {
  const u64 bytes = static_cast<u64>(cursor_ - buffer_);
  if (!take(bytes, time))
    return -ENOSPC;
  seal();
  const int error = last && file_.empty() ? file_.write_only(directory_, thread_, buffer_, bytes)
                                          : file_.append(directory_, thread_, buffer_, bytes);
  if (error) {
    header_->checksum = 0;
    if (manifest_)
      manifest_->give_back(bytes);
    error_ = static_cast<u32>(-error);
    return error;
  }
  ++sequence_;
  checksum_ = stream_checksum(checksum_, header_->checksum);
  return 0;
}

bool StreamWriter::make_room(std::size_t bytes, u64 time) {
  if (!buffer_ && directory_ && !full_ && make_buffer(time) == 0)
    return true; // closed in order, but more events follow
  if (buffer_ && !full_ && bytes <= record_limit) {
    if (touch_more(bytes))
      return true;
    const Unnoticed unnoticed;
    if (flush(time) == 0) {
      note(StreamEntry::open);
      begin_packet(time);
      return true;
    }
    full_ = true;
  }
  limit_ = cursor_; // no smaller event may follow a dropped one
  if (buffer_)
    touched_ = buffer_ + packet_bytes;
  ++discarded_;
  if (header_)
    header_->discarded = discarded_;
  if (manifest_ && (discarded_ == 1 || !buffer_))
    manifest_->lost(time, error_);
  if (entry_) {
    entry_->discarded = discarded_;
    entry_->error = error_;
  }
  return false;
}

void StreamWriter::close() {
  if (!buffer_)
    return;
  const Unnoticed unnoticed;
  const Text tail = tail_path(directory_, "", thread_);
  last_time_ = header_->end;
  bool written = !full_; // a full disk: the buffer stays as a valid part of the trace
  if (written) {
    note(StreamEntry::closing);
    written = cursor_ == buffer_ + sizeof(PacketHeader) || flush(0, true) == 0;
    note(StreamEntry::closing); // before the buffer goes, so its events are always somewhere
  }
  file_.finish(directory_, thread_);
  const bool gone = written && give_up_buffer(tail);
  if (buffer_)
    kernel::unmap(buffer_, packet_bytes);
  forget_buffer();
  note(gone ? StreamEntry::closed : StreamEntry::open);
}

// The buffer waits for another thread, or its file is removed. False if the file is still there.
bool StreamWriter::give_up_buffer(const char *path) {
  u32 number = 0;
  if (manifest_ && manifest_->buffers().reserve(number)) {
    if (kernel::rename(path, waiting_path(directory_, number)) == 0) {
      manifest_->buffers().put(number, buffer_);
      buffer_ = nullptr;
      return true;
    }
    manifest_->buffers().release(number);
  }
  if (kernel::unlink(path) != 0)
    return false;
  if (manifest_)
    manifest_->give_back(packet_bytes);
  return true;
}

void remove_waiting_buffers(const char *directory, ManifestFile &manifest) {
  u32 number = 0;
  while (std::byte *buffer = manifest.buffers().take(number)) {
    kernel::unlink(waiting_path(directory, number));
    kernel::unmap(buffer, packet_bytes);
    manifest.give_back(packet_bytes); // its number stays taken: no other buffer may wait
  }
}

void StreamWriter::forget_buffer() {
  cursor_ = limit_ = touched_ = buffer_ = nullptr;
  header_ = nullptr;
}

} // namespace cts
