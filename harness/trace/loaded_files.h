// The files that a recorded process had mapped, in their current state, for elfutils. Separate
// debug information is not searched for.
#pragma once

#include "trace/reader.h"

#include <elfutils/libdwfl.h>
#include <map>

namespace cts {

// The first question about a file opens it. Only one thread may use an object.
class LoadedFiles {
public:
  LoadedFiles();
  ~LoadedFiles();
  LoadedFiles(const LoadedFiles &) = delete;
  LoadedFiles &operator=(const LoadedFiles &) = delete;

  // Null if the file cannot be read, or has no code at that mapping.
  Dwfl_Module *module(const Mapping &mapping);
  Dwfl *session() const { return session_; }

private:
  Dwfl *session_ = nullptr;
  std::map<std::pair<std::string, u64>, Dwfl_Module *> modules_; // by file and bias
};

} // namespace cts
