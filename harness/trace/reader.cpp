// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/reader.h"

#include "trace/manifest_file.h"

#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <sstream>
#include <sys/utsname.h>
#include <unistd.h>
#include <utility>

namespace fs = std::filesystem;

namespace cts {
namespace {

// Where the fields of a record of variable size end; null if they do not end before raw.end.
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

// Much more than a recorder ever writes into one of the files that are read as a whole.
constexpr std::size_t text_file_limit = 64 * 1024 * 1024;

// Empty if there is no such file. A pipe or a device, which may never end, is none.
std::string read_text(const fs::path &path) {
  std::error_code code;
  const auto size = fs::file_size(path, code);
  std::string text;
  if (code || !fs::is_regular_file(path, code))
    return text;
  text.resize(std::min<std::size_t>(size, text_file_limit));
  std::ifstream file(path, std::ios::binary);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

std::string stream_name(u32 thread) {
  char name[32];
  std::snprintf(name, sizeof name, "%s%06u", stream_prefix, thread);
  return name;
}

// The number of the stream that a file of this name belongs to.
std::optional<u32> stream_number(const std::string &name) {
  unsigned number = 0;
  if (std::sscanf(name.c_str(), "thread_%u", &number) != 1 || number >= stream_limit)
    return {};
  const std::string stream = stream_name(number);
  return name == stream || name == stream + tail_suffix ? std::optional<u32>(number) : std::nullopt;
}

std::vector<Mapping> parse_mappings(const std::string &text) {
  std::vector<Mapping> mappings;
  std::istringstream lines(text);
  std::string line;
  while (std::getline(lines, line)) {
    Mapping m{};
    int path_at = 0;
    if (std::sscanf(line.c_str(), "%" SCNx64 "-%" SCNx64 " %*s %" SCNx64 " %*s %*s %n", &m.low,
                    &m.high, &m.file_offset, &path_at) >= 3 &&
        path_at > 0) {
      m.path = m.file = line.substr(static_cast<std::size_t>(path_at));
      mappings.push_back(std::move(m));
    }
  }
  return mappings;
}

// A file, read with as few system calls as may be.
class File {
public:
  explicit File(const std::string &path) : file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~File() {
    if (file_ >= 0)
      ::close(file_);
  }
  File(const File &) = delete;
  File &operator=(const File &) = delete;
  // How many bytes there were to read.
  u64 read(void *to, u64 bytes, u64 offset) const {
    u64 done = 0;
    while (done < bytes) {
      const ssize_t got = ::pread(file_, static_cast<char *>(to) + done, bytes - done,
                                  static_cast<off_t>(offset + done));
      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        break;
      done += static_cast<u64>(got);
    }
    return done;
  }

private:
  int file_;
};

bool parse_manifest(const std::string &text, ManifestHeader &header,
                    std::vector<StreamEntry> &entries) {
  if (text.size() < manifest_header_bytes)
    return false;
  std::memcpy(&header, text.data(), sizeof header);
  if (header.magic != manifest_magic || header.header_bytes != manifest_header_bytes ||
      header.entry_bytes != sizeof(StreamEntry))
    return false;
  entries.resize(std::min<std::size_t>(stream_limit, (text.size() - manifest_header_bytes) /
                                                         sizeof(StreamEntry)));
  if (!entries.empty())
    std::memcpy(entries.data(), text.data() + manifest_header_bytes,
                entries.size() * sizeof(StreamEntry));
  return true;
}

Environment parse_process(const std::string &text) {
  Environment process;
  for (std::size_t at = 0, end; at < text.size(); at = end + 1) {
    end = std::min(text.find('\0', at), text.size());
    const std::string line = text.substr(at, end - at);
    const std::size_t equals = line.find('=');
    if (equals != std::string::npos)
      process.emplace_back(line.substr(0, equals), line.substr(equals + 1));
  }
  return process;
}

// The sizes of a stream's files, as far as there are any.
struct StreamFiles {
  std::optional<u64> stream, tail;
};

// What is wrong with one stream's files, seen from outside.
std::string compare_with_files(const StreamEntry &entry, const StreamFiles &files) {
  switch (entry.state) {
  case StreamEntry::open:
    if (!files.tail)
      return "its last packet is missing";
    [[fallthrough]];
  case StreamEntry::closing:
    if (entry.packets && !files.stream)
      return "it is missing";
    if (files.tail && *files.tail < sizeof(PacketHeader))
      return "its last packet is cut off";
    return "";
  case StreamEntry::closed:
    if (entry.packets && !files.stream)
      return "it is missing";
    if (files.stream && *files.stream != entry.bytes)
      return fmt::format("it has {} bytes instead of {}", *files.stream, entry.bytes);
    return files.tail ? "it has a packet more than the manifest says" : "";
  default:
    return files.stream || files.tail ? "the manifest does not name it" : "";
  }
}

std::string compare_with_files(const std::vector<StreamEntry> &entries,
                               const std::map<u32, StreamFiles> &files) {
  const auto found = [&](u32 number) {
    const auto at = files.find(number);
    return at == files.end() ? StreamFiles{} : at->second;
  };
  std::string what;
  u32 number = 0;
  for (; what.empty() && number < entries.size(); ++number)
    what = compare_with_files(entries[number], found(number));
  for (auto at = files.lower_bound(number); what.empty() && at != files.end(); ++at)
    what = compare_with_files({}, found(number = at->first)), ++number;
  return what.empty() ? "" : fmt::format("stream {}: {}", number - 1, what);
}

// Another thread of the recorded process stores it.
u64 now_in(const u64 &word) { return __atomic_load_n(&word, __ATOMIC_ACQUIRE); }

bool is_packet(const PacketHeader &header) {
  const u64 content = header.content_size / 8;
  return header.magic == ctf_magic &&
         std::equal(std::begin(trace_uuid), std::end(trace_uuid), header.uuid) &&
         content >= sizeof header && content <= packet_bytes && header.packet_size / 8 >= content;
}

std::string system_error(u32 error) {
  return std::error_code(static_cast<int>(error), std::generic_category()).message();
}

std::string host_name() {
  utsname system;
  return ::uname(&system) == 0 ? system.nodename : "";
}

// The process may run in another namespace, where this number is somebody else's: the start
// decides.
bool still_runs(const ManifestHeader &manifest) {
  const std::string stat = fmt::format("/proc/{}/stat", manifest.process);
  return manifest.start != 0 && manifest.start == process_start(stat.c_str());
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
  if (damage_.empty())
    std::erase_if(files_, [](const std::string &path) { return !fs::exists(path); });
}

bool StreamReader::damaged(std::string what) {
  damage_ = std::move(what);
  at_ = end_ = nullptr;
  file_index_ = files_.size();
  return false;
}

// A file of the stream has been read to its end: are all its packets there that the manifest has?
// One more may be, which the process had no time left to note.
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

// Is the packet that has been read one of this stream, and what the recorder wrote?
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

// Of a stream that grows. What the manifest counts is whole in the file; a packet that is still in
// the tail is read as far as it is, and passed over in the file.
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

// What the tail has of the next packet beyond what was read before.
bool StreamReader::next_of_tail(u64 in_file) {
  const File file(files_[1]);
  PacketHeader before{}, after{};
  const auto read_header = [&](PacketHeader &header) {
    return file.read(&header, sizeof header, 0) == sizeof header && is_packet(header) &&
           header.thread == thread_ && header.trace == trace_ && header.sequence == next_sequence_;
  };
  if (!read_header(before))
    return false;
  discarded_ = before.discarded;
  const u64 bytes = before.content_size / 8 - sizeof before;
  if (bytes <= of_tail_)
    return false;
  std::vector<std::byte> more(bytes - of_tail_);
  // The buffer may have been used again meanwhile.
  if (file.read(more.data(), more.size(), sizeof before + of_tail_) != more.size() ||
      !read_header(after) || after.content_size < before.content_size ||
      now_in(growing_->packets) != in_file)
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
      if (!next_file())
        return false;
      continue;
    }
    const u64 content = header.content_size / 8;
    const bool whole = got == sizeof header && is_packet(header);
    // A process that was killed while it appended has the packet whole in its tail.
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
      continue; // appended already, the process ended before it could say so
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
  return false;
}

// A record at the end of a packet, of variable size, or none at all.
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

std::vector<Mapping> mappings_now(const std::string &directory, const ManifestHeader &manifest) {
  std::vector<Mapping> mappings =
      parse_mappings(read_text(fs::path(directory) / info_directory / maps_name));
  // The files of /proc have no size.
  std::ifstream file(fmt::format("/proc/{}/maps", manifest.process), std::ios::binary);
  std::string executable;
  for (std::string line; std::getline(file, line);)
    if (line.find("x", line.find(' ')) < line.find(' ') + 5)
      executable += line + "\n";
  if (still_runs(manifest))
    for (Mapping &mapping : parse_mappings(executable))
      mappings.push_back(std::move(mapping));
  return mappings;
}

std::optional<Trace> Trace::open(const std::string &directory, std::string &error) {
  auto trace = read(directory, error);
  if (trace && trace->manifest_.gone)
    trace->damage_ = directory + ": its events were given up when they had been judged "
                                 "(check --live; --keep keeps them)";
  return trace;
}

std::optional<Trace> Trace::read(const std::string &directory, std::string &error) {
  std::error_code code;
  if (!fs::is_directory(directory, code)) {
    error = directory + " is not a directory";
    return {};
  }
  Trace trace;
  trace.directory_ = directory;
  const fs::path root(directory), info = root / info_directory;
  if (!parse_metadata(read_text(root / metadata_name), trace.clock_, trace.environment_)) {
    error = directory + " holds no trace of ompt-checker (its metadata is missing or not ours)";
    return {};
  }
  if (!parse_manifest(read_text(info / manifest_name), trace.manifest_, trace.entries_)) {
    error = fmt::format("{} is damaged: {}/{} is missing or not ours", directory, info_directory,
                        manifest_name);
    return {};
  }
  trace.process_ = parse_process(read_text(info / process_name));
  trace.mappings_ = parse_mappings(read_text(info / maps_name));
  std::map<u32, StreamFiles> files;
  for (const auto &file : fs::directory_iterator(root, code)) {
    const std::string name = file.path().filename();
    if (!name.starts_with(stream_prefix))
      continue;
    const auto number = stream_number(name);
    if (!number || !file.is_regular_file(code)) {
      error = directory + " is damaged: " + name + " is no stream of ours";
      return {};
    }
    (name.ends_with(tail_suffix) ? files[*number].tail : files[*number].stream) =
        file.file_size(code);
  }
  trace.damage_ = compare_with_files(trace.entries_, files);
  if (!trace.damage_.empty())
    trace.damage_ = directory + ": " + trace.damage_;
  for (const auto &[number, sizes] : files)
    trace.threads_.push_back(number);
  return trace;
}

void Trace::take_code_from(const std::string &folder) {
  for (Mapping &mapping : mappings_) {
    // What a trace from elsewhere names must not lead out of the folder.
    const fs::path inside = fs::path(mapping.path).lexically_normal().relative_path();
    mapping.file = folder / inside;
  }
}

std::string Trace::end() const {
  if (manifest_.end == ProcessEnd::exited)
    return "exited";
  if (manifest_.end == ProcessEnd::replaced)
    return "replaced";
  return still_runs(manifest_) && environment("host") == host_name() ? "running" : "unknown";
}

std::string Trace::loss() const {
  if (manifest_.stopped && manifest_.waits)
    return fmt::format("the judge made no room in a trace of {} bytes for ten seconds "
                       "(check --live)",
                       manifest_.limit);
  if (manifest_.stopped)
    return fmt::format("the trace may have {} bytes (--max-trace)", manifest_.limit);
  if (manifest_.streams > stream_limit)
    return fmt::format("a trace has room for {} threads", stream_limit);
  if (manifest_.error)
    return system_error(manifest_.error);
  for (const StreamEntry &entry : entries_)
    if (entry.error)
      return system_error(entry.error);
  return manifest_.nested ? "a signal handler interrupted the recorder and caused events" : "";
}

std::string Trace::environment(std::string_view name) const {
  for (const auto &[known, value] : environment_)
    if (known == name)
      return value;
  return {};
}

StreamReader Trace::stream(u32 thread) const {
  const std::string name = stream_name(thread);
  std::vector<std::string> files;
  for (const char *suffix : {"", tail_suffix}) {
    std::string path = directory_ + "/" + name + suffix;
    if (fs::exists(path))
      files.push_back(std::move(path));
  }
  return {thread, std::move(files), thread < entries_.size() ? entries_[thread] : StreamEntry{},
          manifest_.trace};
}

} // namespace cts
