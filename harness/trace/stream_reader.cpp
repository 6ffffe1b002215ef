// The packets of one stream, for a finished or a growing trace.
#include "system/system.h"
#include "trace/reader.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <utility>

namespace fs = std::filesystem;

namespace cts {
namespace {

// The end of the fields of a record of variable size; null if they do not end before raw.end.
const std::byte *end_of_fields(const RawEvent &raw) {
  const std::byte *end = nullptr;
  event::with_code(raw.code, [&]<class E>(E e) {
    const auto run = [&](auto decoder) {
      E::visit(e, decoder);
      if (decoder.good())
        end = decoder.position();
    };
    if (raw.extended)
      run(encoding::Decoder<true>(raw.fields, raw.end));
    else
      run(encoding::Decoder<false>(raw.fields, raw.end));
  });
  return end;
}

// A file, read with few system calls.
class File {
public:
  explicit File(const std::string &path)
      : file_(kernel::open_to_read(path.c_str())), error_(file_ < 0 ? -file_ : 0) {}
  // Why the file cannot be read: an errno; 0 if it can.
  int error() const { return error_; }
  ~File() {
    if (file_ >= 0)
      kernel::close(file_);
  }
  File(const File &) = delete;
  File &operator=(const File &) = delete;
  // The number of readable bytes.
  u64 read(void *to, u64 bytes, u64 offset) const {
    u64 done = 0;
    while (done < bytes) {
      const long got =
          kernel::read_at(file_, static_cast<char *>(to) + done, bytes - done, offset + done);
      if (got == -EINTR)
        continue;
      if (got <= 0)
        break;
      done += static_cast<u64>(got);
    }
    return done;
  }

private:
  int file_, error_;
};

bool is_packet(const PacketHeader &header) {
  const u64 content = header.content_size / 8;
  return header.magic == ctf_magic &&
         std::equal(std::begin(trace_uuid), std::end(trace_uuid), header.uuid) &&
         content >= sizeof header && content <= packet_bytes && header.packet_size / 8 >= content;
}

} // namespace

StreamReader::StreamReader(u32 thread, std::vector<std::string> files, const StreamEntry &entry,
                           u64 trace)
    : thread_(thread), files_(std::move(files)), entry_(entry), trace_(trace) {}

StreamReader::StreamReader(u32 thread, const std::string &directory, const StreamEntry *entry,
                           u64 trace, const PacketStart &from, PacketWindow *window)
    : thread_(thread), offset_(from.offset), next_sequence_(from.sequence),
      position_(from.position), trace_(trace), growing_(entry), window_(window) {
  const std::string stream = directory + "/" + stream_name(thread);
  files_ = {stream, stream + tail_suffix};
}

void StreamReader::settle(const StreamEntry &entry) {
  growing_ = nullptr;
  entry_ = entry;
  // After the last packet the file may have padding, which that packet claims.
  PacketHeader header{};
  if (last_ && File(files_[0]).read(&header, sizeof header, *last_) == sizeof header &&
      is_packet(header))
    offset_ = *last_ + header.packet_size / 8;
  if (damage_.empty())
    std::erase_if(files_, [](const std::string &path) {
      std::error_code error;
      return !fs::exists(path, error);
    });
}

std::optional<u64> StreamReader::first_stamp() const {
  struct {
    PacketHeader header;
    u64 record;
  } first{};
  static_assert(sizeof first == sizeof(PacketHeader) + header_bytes);
  if (files_.empty() || File(files_[0]).read(&first, sizeof first, 0) != sizeof first ||
      !is_packet(first.header) || first.header.content_size / 8 < sizeof first)
    return {};
  return first.record >> 8;
}

bool StreamReader::damaged(std::string what) {
  damage_ = std::move(what);
  at_ = end_ = nullptr;
  file_index_ = files_.size();
  return false;
}

// A file of the stream has been read to its end. Checks that it had all packets of the manifest; it
// may have one more, which the process had no time to note.
bool StreamReader::next_file() {
  if (files_[file_index_++].ends_with(tail_suffix))
    return true;
  offset_ = 0;
  if (next_sequence_ < entry_.packets)
    return damaged(fmt::format("{} packets are missing at the end of {}",
                               entry_.packets - next_sequence_, files_[file_index_ - 1]));
  if (entry_.state == StreamEntry::closed &&
      (next_sequence_ > entry_.packets || checksum_ != entry_.checksum))
    return damaged(files_[file_index_ - 1] + " has other packets than its manifest says");
  return true;
}

// Whether the packet belongs to this stream and is undamaged.
bool StreamReader::judged(const PacketHeader &header, bool is_tail) {
  const auto where = [&] {
    return fmt::format(" before byte {} of {}", offset_, files_[file_index_]);
  };
  if (header.trace != trace_)
    return damaged("a packet of another trace" + where());
  if (header.thread != thread_)
    return damaged(fmt::format("a packet of stream {}{}", header.thread, where()));
  if (is_tail ? header.sequence > next_sequence_ : header.sequence != next_sequence_)
    return damaged((header.sequence > next_sequence_ ? "a packet is missing" : "a packet twice") +
                   where());
  if (!is_tail && header.checksum != packet_checksum(header, packet_.data(), packet_.size()))
    return damaged("a packet whose checksum differs" + where());
  checksum_ = stream_checksum(checksum_, header.checksum);
  return true;
}

// For a growing stream. The file has all packets that the manifest counts. A packet that is still
// in the tail is read so far, and skipped later in the file.
bool StreamReader::next_packet_so_far() {
  while (damage_.empty()) {
    const u64 in_file = now_in(growing_->packets);
    if (next_sequence_ >= in_file) {
      if (next_of_tail(in_file))
        return true;
      if (next_sequence_ >= now_in(growing_->packets))
        return false;
      continue;
    }
    const File file(files_[0]);
    PacketHeader header{};
    const u64 got = file.read(&header, sizeof header, offset_);
    const u64 content = header.content_size / 8;
    if (got != sizeof header || !is_packet(header))
      return damaged(fmt::format("not a packet of a trace at byte {} of {}", offset_, files_[0]));
    packet_.resize(content - sizeof header);
    if (file.read(packet_.data(), packet_.size(), offset_ + sizeof header) != packet_.size())
      return damaged("a packet is cut off in " + files_[0]);
    const PacketStart start{offset_, next_sequence_, of_tail_ ? of_tail_from_ : position_};
    if (!judged(header, false))
      return false;
    if (of_tail_ > packet_.size())
      return damaged(
          fmt::format("a packet has become shorter before byte {} of {}", offset_, files_[0]));
    last_ = offset_;
    offset_ += (content + 7) & ~u64{7};
    ++next_sequence_;
    discarded_ = header.discarded;
    if (window_)
      window_->passed(start, content);
    at_ = packet_.data() + of_tail_;
    end_ = packet_.data() + packet_.size();
    of_tail_ = 0;
    if (at_ != end_)
      return true;
  }
  return false;
}

// The bytes of the next packet in the tail that were not read before.
bool StreamReader::next_of_tail(u64 in_file) {
  const File file(files_[1]);
  PacketHeader before{}, after{};
  const auto read_header = [&](PacketHeader &header) {
    return file.read(&header, sizeof header, 0) == sizeof header && is_packet(header) &&
           header.thread == thread_ && header.trace == trace_ && header.sequence == next_sequence_;
  };
  if (!read_header(before))
    return false;
  std::atomic_thread_fence(
      std::memory_order_acquire); // read the size before the bytes that it permits
  discarded_ = before.discarded;
  const u64 bytes = before.content_size / 8 - sizeof before;
  if (bytes <= of_tail_)
    return false;
  std::vector<std::byte> more(bytes - of_tail_);
  // The recorder may have reused the buffer meanwhile.
  if (file.read(more.data(), more.size(), sizeof before + of_tail_) != more.size())
    return false;
  std::atomic_thread_fence(std::memory_order_acquire);
  if (!read_header(after) || after.content_size < before.content_size)
    return false;
  std::atomic_thread_fence(std::memory_order_acquire);
  if (now_in(growing_->packets) != in_file)
    return false;
  if (!of_tail_)
    of_tail_from_ = position_;
  of_tail_ = bytes;
  packet_ = std::move(more);
  at_ = packet_.data();
  end_ = at_ + packet_.size();
  return true;
}

bool StreamReader::next_packet() {
  if (growing_)
    return next_packet_so_far();
  while (file_index_ < files_.size()) {
    const bool is_tail = files_[file_index_].ends_with(tail_suffix);
    const File file(files_[file_index_]);
    PacketHeader header{};
    const u64 got = is_tail && offset_ > 0 ? 0 : file.read(&header, sizeof header, offset_);
    if (got == 0) {
      // A process that removed or emptied the tail may have appended it to the file first.
      if (is_tail ? offset_ == 0 && next_sequence_ <= entry_.packets : file.error() != 0)
        return damaged(files_[file_index_] +
                       (file.error()
                            ? fmt::format(" cannot be read: {}", std::strerror(file.error()))
                            : " was emptied while it was read"));
      if (!next_file())
        return false;
      continue;
    }
    const u64 content = header.content_size / 8;
    const bool whole = got == sizeof header && is_packet(header);
    // A process that was killed during an append has the whole packet in its tail.
    const bool torn = !is_tail && entry_.state != StreamEntry::closed &&
                      next_sequence_ >= entry_.packets && file_index_ + 1 < files_.size();
    if (!whole && torn && got < sizeof header) {
      if (!next_file())
        return false;
      continue;
    }
    if (!whole)
      return damaged(
          fmt::format("not a packet of a trace at byte {} of {}", offset_, files_[file_index_]));
    packet_.resize(content - sizeof header);
    if (file.read(packet_.data(), packet_.size(), offset_ + sizeof header) != packet_.size()) {
      if (torn && next_file())
        continue;
      return damaged("the last packet is cut off in " + files_[file_index_]);
    }
    offset_ += is_tail ? u64{packet_bytes} : header.packet_size / 8;
    if (!judged(header, is_tail))
      return false;
    if (header.sequence < next_sequence_)
      continue; // appended already; the process ended before it noted that
    ++next_sequence_;
    discarded_ = header.discarded;
    const u64 known = std::exchange(of_tail_, 0); // read while it grew
    if (known > packet_.size())
      return damaged("a packet has become shorter in " + files_[file_index_]);
    if (known == packet_.size())
      continue;
    at_ = packet_.data() + known;
    end_ = packet_.data() + packet_.size();
    return true;
  }
  packet_ = std::vector<std::byte>(); // read to the end; ten thousand such packets would need too
                                      // much memory
  return false;
}

// A record at the end of a packet: of variable size, or damaged.
bool StreamReader::next_elsewhere(RawEvent &event) {
  if (at_ == end_)
    return next_packet() && next(event);
  const auto left = static_cast<std::size_t>(end_ - at_);
  const u32 size = left < header_bytes ? u32{header_bytes} : sizes[static_cast<u8>(*at_)];
  if (size > left && size < Sizes::variable)
    return damaged("half a record at the end of a packet of thread " + std::to_string(thread_));
  RawEvent raw = event;
  raw.end = end_;
  head(raw);
  raw.end = size == Sizes::variable ? end_of_fields(raw) : nullptr;
  if (!raw.end)
    return damaged("a record that is none of ours, event " + std::to_string(position_) +
                   " of thread " + std::to_string(thread_));
  event = raw;
  ++position_;
  at_ = event.end;
  return true;
}

} // namespace cts
