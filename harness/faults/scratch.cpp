#include "faults/scratch.h"

#include "trace/manifest_made.h"
#include "trace/reader.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>

namespace fs = std::filesystem;

namespace cts::faults {
namespace {

// A file that throws on a write error: a trace cut by a full disk is not the faulty trace.
std::ofstream writable(const std::string &path) {
  std::ofstream file;
  file.exceptions(std::ios::failbit | std::ios::badbit);
  file.open(path, std::ios::binary);
  return file;
}

// Collects records into packets.
class Stream {
public:
  Stream(const std::string &path, u32 thread) : file_(writable(path)), thread_(thread) {}

  void append(const std::string &record) {
    if (sizeof(PacketHeader) + bytes_.size() + record.size() > packet_bytes)
      flush();
    bytes_ += record;
  }
  void flush() {
    PacketHeader header{};
    header.magic = ctf_magic;
    std::copy(std::begin(trace_uuid), std::end(trace_uuid), header.uuid);
    header.thread = thread_;
    header.content_size = header.packet_size = (sizeof header + bytes_.size()) * 8;
    header.sequence = sequence_++;
    header.checksum = packet_checksum(header, bytes_.data(), bytes_.size());
    file_.write(reinterpret_cast<const char *>(&header), sizeof header);
    file_.write(bytes_.data(), static_cast<std::streamsize>(bytes_.size()));
    bytes_.clear();
  }
  void close() {
    flush();
    file_.close();
  }

private:
  std::ofstream file_;
  std::string bytes_;
  u32 thread_;
  u64 sequence_ = 0;
};

} // namespace

Scratch::Scratch(const History &history, fs::path directory, bool keep)
    : history_(history), directory_(std::move(directory)), keep_(keep) {
  fs::create_directories(fs::path(directory_) / info_directory);
  const fs::path info = fs::path(history.directory()) / info_directory;
  if (fs::exists(info / maps_name))
    fs::copy_file(info / maps_name, fs::path(directory_) / info_directory / maps_name);
  write_metadata({});
  for (const auto &[thread, events] : history.threads())
    write_thread(thread, {});
  write_manifest({});
}

Scratch::~Scratch() {
  std::error_code ignored;
  if (!keep_)
    fs::remove_all(directory_, ignored);
}

void Scratch::write(const Edit &edit) {
  std::set<u32> changing;
  for (const auto &[index, records] : edit.at) {
    changing.insert(history_.records()[index].thread);
    for (const Record &record : records)
      changing.insert(record.thread);
  }
  std::set<u32> to_write = changing;
  to_write.insert(changed_.begin(), changed_.end());
  for (const u32 thread : to_write)
    write_thread(thread, edit);
  changed_ = std::move(changing);
  if (metadata_changed_ || !edit.environment.empty())
    write_metadata(edit);
  metadata_changed_ = !edit.environment.empty();
  write_manifest(edit.finalized);
}

void Scratch::write_thread(u32 thread, const Edit &edit) const {
  Stream stream(directory_ + "/" + stream_name(thread), thread);
  std::string bytes;
  const auto put = [&](const std::vector<Record> &records) {
    for (const Record &record : records)
      if (record.thread == thread) {
        bytes.clear();
        encode(record, bytes);
        stream.append(bytes);
      }
  };
  auto edited = edit.at.begin();
  if (const auto events = history_.threads().find(thread); events != history_.threads().end())
    for (const u32 index : events->second) {
      for (; edited != edit.at.end() && edited->first < index; ++edited)
        put(edited->second);
      if (edited != edit.at.end() && edited->first == index)
        put((edited++)->second);
      else
        stream.append(history_.bytes(index));
    }
  for (; edited != edit.at.end(); ++edited)
    put(edited->second);
  stream.close();
}

void Scratch::write_metadata(const Edit &edit) {
  Environment environment = history_.environment();
  for (auto &[name, value] : environment)
    if (const auto changed = edit.environment.find(name); changed != edit.environment.end())
      value = changed->second;
  std::ofstream file = writable(fs::path(directory_) / metadata_name);
  file << metadata_text(history_.clock(), environment);
  file.close();
}

void Scratch::write_manifest(std::optional<bool> finalized) const {
  if (!make_manifest(directory_, manifest_of_process(finalized.value_or(history_.finalized()))))
    throw fs::filesystem_error("the manifest cannot be written", directory_,
                               std::make_error_code(std::errc::io_error));
}

} // namespace cts::faults
