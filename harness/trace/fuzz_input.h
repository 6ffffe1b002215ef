// Any bytes as a trace folder: the input of the reader's and the validator's fuzzers.
//
//   a, b, c: 16 bits each; then a bytes of metadata (0: good ones), b bytes of info/maps, c bytes
//   that replace those of a good manifest (its header, then its entries); the rest is up to four
//   streams with the separator 0xFF "next" between them, each with an optional tail after the
//   separator 0xFF "tail". Packets get their correct checksum.
#pragma once

#include "trace/test_support.h"

#include <cstring>
#include <string_view>

namespace cts::test {

inline constexpr std::string_view fuzz_next = "\xFFnext", fuzz_tail = "\xFFtail";

namespace fuzz {

inline std::string_view take(std::string_view &rest, std::size_t bytes) {
  const std::string_view part = rest.substr(0, bytes);
  rest.remove_prefix(part.size());
  return part;
}

inline u16 take_number(std::string_view &rest) {
  u16 number = 0;
  const std::string_view bytes = take(rest, sizeof number);
  std::memcpy(&number, bytes.data(), bytes.size());
  return number;
}

// Returns the part before the separator; removes it and the separator.
inline std::string_view take_until(std::string_view &rest, std::string_view separator) {
  const std::size_t at = rest.find(separator);
  const std::string_view part = take(rest, at);
  take(rest, separator.size());
  return part;
}

} // namespace fuzz

// The folder has what write_surroundings makes.
inline void write_fuzzed_trace(const TemporaryFolder &folder, std::string_view bytes,
                               const std::string &good_metadata) {
  const u16 metadata_bytes = fuzz::take_number(bytes), maps_bytes = fuzz::take_number(bytes),
            manifest_bytes = fuzz::take_number(bytes);
  const std::string metadata(fuzz::take(bytes, metadata_bytes));
  write_file(folder / metadata_name, metadata.empty() ? good_metadata : metadata);
  write_file(folder / (std::string(info_directory) + "/maps"),
             std::string(fuzz::take(bytes, maps_bytes)));
  const std::string_view changed = fuzz::take(bytes, manifest_bytes);
  for (int i = 0; i < 4; ++i) {
    const std::string name = folder / (stream_prefix + std::string("00000") + std::to_string(i));
    if (i > 0 && bytes.empty()) {
      std::error_code ignored;
      std::filesystem::remove(name, ignored);
      std::filesystem::remove(name + tail_suffix, ignored);
      continue;
    }
    std::string_view stream = fuzz::take_until(bytes, fuzz_next);
    const std::size_t tail = stream.find(fuzz_tail);
    write_file(name, std::string(fuzz::take_until(stream, fuzz_tail)));
    std::filesystem::remove(name + tail_suffix);
    if (tail != std::string_view::npos)
      write_file(name + tail_suffix, std::string(stream));
  }
  make_manifest(folder.path(), manifest_of_process(), true);
  if (!changed.empty()) {
    const std::string path = folder / (std::string(info_directory) + "/" + manifest_name);
    std::string manifest = read_file(path);
    const std::size_t header = std::min(changed.size(), sizeof(ManifestHeader));
    manifest.replace(0, header, changed.substr(0, header));
    manifest.resize(std::max<std::size_t>(manifest.size(), manifest_header_bytes));
    const std::string_view entries = changed.substr(header);
    manifest.replace(manifest_header_bytes,
                     std::min(entries.size(), manifest.size() - manifest_header_bytes), entries);
    write_file(path, manifest);
  }
}

} // namespace cts::test
