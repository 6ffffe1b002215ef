// Common parts of the tests of traces.
#pragma once

#include "trace/manifest_made.h"
#include "trace/reader.h"
#include "trace/stream_writer.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace cts::test {

// A folder that is gone when the test is.
class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "cts-XXXXXX").string();
    if (::mkdtemp(name.data()))
      path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  std::string operator/(const std::string &name) const { return (path_ / name).string(); }
  std::string path() const { return path_.string(); }

private:
  std::filesystem::path path_;
};

inline std::string read_file(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

inline void write_file(const std::string &path, const std::string &bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// Makes the files of a trace besides its streams, in an existing folder.
inline void write_surroundings(const std::string &folder) {
  std::filesystem::create_directory(folder + "/" + info_directory);
  write_file(folder + "/" + metadata_name, metadata_text({"monotonic", 1'000'000'000, 0}, {}));
  make_manifest(folder, manifest_of_process());
  write_file(folder + "/" + info_directory + "/maps", "");
}

// The event with this number, of a fixed size; recorded by write_numbered.
inline event::sync_region numbered(u64 number) {
  event::sync_region e;
  e.kind = 3;
  e.endpoint = 1;
  e.codeptr_ra = number;
  return e;
}

struct Outcome {
  u64 events = 0;
  bool in_order = true; // the numbers ran from 0 without a gap
  u64 discarded = 0;
  std::string damage;
};

// Reads numbered events of one stream.
inline Outcome read_numbered(StreamReader reader) {
  Outcome outcome;
  RawEvent raw;
  event::sync_region e;
  while (reader.next(raw)) {
    outcome.in_order = outcome.in_order && decode(raw, e) && raw.position == outcome.events &&
                       e.codeptr_ra == outcome.events;
    ++outcome.events;
  }
  outcome.discarded = reader.discarded();
  outcome.damage = reader.damage();
  return outcome;
}

} // namespace cts::test
