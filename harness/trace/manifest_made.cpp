#include "trace/manifest_made.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

namespace fs = std::filesystem;

namespace cts {
namespace {

std::string content(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// Counts the whole packets of a stream's file.
void count(u64 number, std::string &bytes, StreamEntry &entry, ManifestHeader &manifest,
           bool seal) {
  for (u64 at = 0; at + sizeof(PacketHeader) <= bytes.size();) {
    PacketHeader header;
    std::memcpy(&header, bytes.data() + at, sizeof header);
    const u64 size = header.content_size / 8, padded = header.packet_size / 8;
    if (size < sizeof header || size > bytes.size() - at || padded < size)
      break;
    if (seal) {
      header.thread = number;
      header.checksum =
          packet_checksum(header, bytes.data() + at + sizeof header, size - sizeof header);
      std::memcpy(bytes.data() + at, &header, sizeof header);
    }
    manifest.trace = header.trace;
    entry.checksum = stream_checksum(entry.checksum, header.checksum);
    entry.tid = header.tid;
    entry.discarded = header.discarded;
    ++entry.packets;
    at = padded < bytes.size() - at ? at + padded : bytes.size();
  }
}

} // namespace

ManifestHeader manifest_of_process(bool finalized) {
  ManifestHeader header{};
  header.magic = manifest_magic;
  header.header_bytes = manifest_header_bytes;
  header.entry_bytes = sizeof(StreamEntry);
  header.started = header.initialized = 1;
  header.finalized = finalized;
  header.end = ProcessEnd::exited;
  header.step = InitializerStep::done;
  return header;
}

bool make_manifest(const std::string &directory, ManifestHeader header, bool seal) {
  std::vector<StreamEntry> entries;
  std::error_code code;
  for (const auto &file : fs::directory_iterator(directory, code)) {
    const std::string name = file.path().filename();
    const bool tail = name.ends_with(tail_suffix);
    const std::string prefix = stream_prefix;
    if (!name.starts_with(prefix))
      continue;
    const u64 number = std::strtoul(name.c_str() + prefix.size(), nullptr, 10);
    if (number >= stream_limit)
      continue;
    if (entries.size() <= number)
      entries.resize(number + 1);
    StreamEntry &entry = entries[number];
    if (tail) {
      entry.state = StreamEntry::open;
      PacketHeader last{};
      const std::string bytes = content(file.path());
      if (bytes.size() >= sizeof last && !entry.packets) {
        std::memcpy(&last, bytes.data(), sizeof last);
        header.trace = last.trace;
      }
      continue;
    }
    std::string bytes = content(file.path());
    count(number, bytes, entry, header, seal);
    entry.bytes = bytes.size();
    entry.state = entry.state == StreamEntry::none ? StreamEntry::closed : entry.state;
    if (seal && !(std::ofstream(file.path(), std::ios::binary) << bytes))
      return false;
  }
  header.streams = static_cast<u32>(entries.size());
  std::string text(manifest_header_bytes + entries.size() * sizeof(StreamEntry), '\0');
  std::memcpy(text.data(), &header, sizeof header);
  if (!entries.empty())
    std::memcpy(text.data() + manifest_header_bytes, entries.data(),
                entries.size() * sizeof(StreamEntry));
  const fs::path info = fs::path(directory) / info_directory;
  fs::create_directory(info, code);
  return static_cast<bool>(std::ofstream(info / manifest_name, std::ios::binary) << text);
}

} // namespace cts
