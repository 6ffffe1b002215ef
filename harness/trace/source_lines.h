// The source location of a code address in a recorded process.
#pragma once

#include "trace/reader.h"

#include <memory>
#include <unordered_map>

namespace cts {

class LoadedFiles;

// The instruction before a return address. Unknown parts stay empty or 0.
struct SourceLine {
  // The source's functions around it, innermost first: inlined functions, then the called one; last
  // its linker name, if that differs.
  std::vector<std::string> functions;
  std::vector<std::string> linker_names; // of each function; empty if the source has none
  std::string file;
  int line = 0;
  std::string object;      // path of the file that the code was loaded from
  u64 object_offset = 0;   // in that file
  bool executable = false; // does the process have code at this address?

  bool in_function(std::string_view name) const;
  // The function that was called, without parameters, version and the compiler's suffixes; "unnamed" if the
  // file has no name for it.
  std::string function() const;
  // "basic.c:12", else "function", else "libfoo.so+0x1234", else "".
  std::string text() const;
};

// Looks addresses up in the current files that the recorded process had mapped; does not search for
// separate debug information. Looks each address up once, so memory grows with the number of
// different addresses. Only one thread may use an object.
class SourceLines {
public:
  explicit SourceLines(std::vector<Mapping> mappings);
  ~SourceLines();
  SourceLines(const SourceLines &) = delete;
  SourceLines &operator=(const SourceLines &) = delete;

  // Valid as long as this object lives.
  const SourceLine &before(u64 return_address);

private:
  std::vector<Mapping> mappings_;
  std::unique_ptr<LoadedFiles> files_;
  std::unordered_map<u64, SourceLine> known_;
};

} // namespace cts
