// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/reader.h"

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

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
      m.path = line.substr(static_cast<std::size_t>(path_at));
      mappings.push_back(std::move(m));
    }
  }
  return mappings;
}

} // namespace

StreamReader::StreamReader(u32 thread, std::vector<std::string> files)
    : thread_(thread), files_(std::move(files)) {}

bool StreamReader::damaged(std::string what) {
  damage_ = std::move(what);
  at_ = end_ = nullptr;
  file_index_ = files_.size();
  return false;
}

bool StreamReader::next_packet() {
  while (file_index_ < files_.size()) {
    std::ifstream file(files_[file_index_], std::ios::binary);
    file.seekg(static_cast<std::streamoff>(offset_));
    PacketHeader header{};
    file.read(reinterpret_cast<char *>(&header), sizeof header);
    const bool is_tail = files_[file_index_].ends_with(tail_suffix);
    if (file.gcount() == 0 || (is_tail && offset_ > 0)) {
      ++file_index_;
      offset_ = 0;
      continue;
    }
    const u64 content = header.content_size / 8;
    const bool whole = file.gcount() == sizeof header && header.magic == ctf_magic &&
                       std::equal(std::begin(trace_uuid), std::end(trace_uuid), header.uuid) &&
                       content >= sizeof header && content <= packet_bytes &&
                       header.packet_size / 8 >= content;
    if (!whole) {
      // A process that was killed while it made its buffer, or while it appended one that the
      // buffer's own file still holds, leaves this behind; nothing is lost by it.
      const bool last = file_index_ + 1 == files_.size();
      const bool unborn = is_tail && header.magic == 0;
      if (unborn || (!last && file.gcount() < static_cast<std::streamsize>(sizeof header))) {
        ++file_index_;
        offset_ = 0;
        continue;
      }
      return damaged("not a packet of a trace at byte " + std::to_string(offset_) + " of " +
                     files_[file_index_]);
    }
    packet_.resize(content - sizeof header);
    file.read(reinterpret_cast<char *>(packet_.data()),
              static_cast<std::streamsize>(packet_.size()));
    if (file.gcount() != static_cast<std::streamsize>(packet_.size())) {
      if (file_index_ + 1 < files_.size()) { // torn while appending; the buffer has it whole
        ++file_index_;
        offset_ = 0;
        continue;
      }
      return damaged("the last packet is cut off in " + files_[file_index_]);
    }
    offset_ += is_tail ? u64{packet_bytes} : header.packet_size / 8;
    if (header.sequence < next_sequence_)
      continue; // appended already, the process ended before it could say so
    if (header.sequence > next_sequence_)
      return damaged("a packet is missing before byte " + std::to_string(offset_) + " of " +
                     files_[file_index_]);
    ++next_sequence_;
    discarded_ = header.discarded;
    if (packet_.empty())
      continue;
    at_ = packet_.data();
    end_ = at_ + packet_.size();
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

std::optional<Trace> Trace::open(const std::string &directory, std::string &error) {
  std::error_code code;
  if (!fs::is_directory(directory, code)) {
    error = directory + " is not a directory";
    return {};
  }
  Trace trace;
  trace.directory_ = directory;
  const fs::path root(directory);
  if (!parse_metadata(read_text(root / metadata_name), trace.clock_, trace.environment_)) {
    error = directory + " holds no trace of ompt-checker (its metadata is missing or not ours)";
    return {};
  }
  const std::string state = read_text(root / info_directory / "state");
  if (state.size() >= sizeof(TraceState))
    std::memcpy(&trace.state_, state.data(), sizeof(TraceState));
  if (trace.state_.magic != state_magic) {
    error = directory + " is damaged: " + info_directory + "/state is missing or not ours";
    return {};
  }
  trace.mappings_ = parse_mappings(read_text(root / info_directory / "maps"));
  for (const auto &entry : fs::directory_iterator(root, code)) {
    const std::string name = entry.path().filename();
    if (!name.starts_with(stream_prefix))
      continue;
    const auto number = stream_number(name);
    if (!number || !entry.is_regular_file(code)) {
      error = directory + " is damaged: " + name + " is no stream of ours";
      return {};
    }
    trace.threads_.push_back(*number);
  }
  std::sort(trace.threads_.begin(), trace.threads_.end());
  trace.threads_.erase(std::unique(trace.threads_.begin(), trace.threads_.end()),
                       trace.threads_.end());
  return trace;
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
  return {thread, std::move(files)};
}

} // namespace cts
