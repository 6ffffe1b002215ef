// A faulty trace on disk, made fast: only the differences from the true trace are written again.
#pragma once

#include "faults/history.h"

#include <filesystem>
#include <set>

namespace cts::faults {

class Scratch {
public:
  // Copies the trace into the directory, which must be empty if it exists. With `keep` the copy
  // stays. Throws std::system_error, as write() does, if a file cannot be written.
  Scratch(const History &history, std::filesystem::path directory, bool keep = false);
  ~Scratch();
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;

  // Applies this edit to the copy and undoes the edit before it.
  void write(const Edit &edit);
  const std::string &directory() const { return directory_; }

private:
  void write_thread(u32 thread, const Edit &edit) const;
  void write_metadata(const Edit &edit);
  void write_manifest(std::optional<bool> finalized) const;

  const History &history_;
  std::string directory_;
  bool keep_;
  std::set<u32> changed_; // threads whose stream is not the true one
  bool metadata_changed_ = false;
};

} // namespace cts::faults
