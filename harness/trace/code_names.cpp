#include "trace/code_names.h"

#include "system/judging.h"
#include "trace/packet.h"

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>

namespace cts {
namespace {

namespace fs = std::filesystem;

// The C library and the loader, which define dlsym.
bool is_system(std::string_view path) {
  const std::string_view name = path.substr(path.find_last_of('/') + 1);
  return path == "[vdso]" || path == "[vsyscall]" || name.starts_with("libc.so.") ||
         name.starts_with("libdl.so.") || name.starts_with("ld-");
}

constexpr std::uintmax_t longest = 4ULL << 30; // bytes of a file of code

// Also true if the file cannot be read as it was when it was recorded.
bool may_contain(const Mapping &mapping, const std::string &directory, std::string_view word) {
  std::error_code failed;
  if (!as_recorded(mapping, directory) || fs::file_size(mapping.file, failed) > longest)
    return true;
  std::ifstream stream(mapping.file, std::ios::binary);
  const std::boyer_moore_horspool_searcher searcher(word.begin(), word.end());
  std::string block; // begins with the end of the one before
  std::array<char, 1 << 16> bytes;
  while (stream.read(bytes.data(), bytes.size()), stream.gcount() > 0) {
    block.erase(0, block.size() - std::min(block.size(), word.size() - 1));
    block.append(bytes.data(), static_cast<std::size_t>(stream.gcount()));
    if (std::search(block.begin(), block.end(), searcher) != block.end())
      return true;
  }
  return !stream.eof();
}

} // namespace

bool as_recorded(const Mapping &mapping, const std::string &directory) {
  std::error_code failed;
  if (mapping.file != mapping.path) // a copy in a folder that the user named
    return fs::is_regular_file(mapping.file, failed);
  const std::string path = fs::path(directory) / info_directory / maps_name;
  u64 number = 0; // of the recorded file
  std::ifstream maps(path);
  for (std::string line; !number && std::getline(maps, line);) { // the reader has bounded them
    u64 low = 0;
    if (std::sscanf(line.c_str(), "%" SCNx64 "-%*s %*s %*s %*s %" SCNu64, &low, &number) < 2 ||
        low != mapping.low)
      number = 0;
  }
  return unchanged_since(path, mapping.file, number); // it may be younger than the trace's begin
}

bool nobody_can_call(const Trace &trace, std::string_view function) {
  const std::string runtime = trace.environment("runtime_library");
  if (!trace.finalized() || runtime.empty() || runtime == trace.environment("program"))
    return false;
  return std::ranges::none_of(trace.mappings(), [&](const Mapping &mapping) {
    const auto has = [&](auto word) { return may_contain(mapping, trace.directory(), word); };
    return mapping.path != runtime && !is_system(mapping.path) &&
           (has(function) ||
            (has("dlsym") && !has("ompt_start_tool"))); // a tool's names are its own
  });
}

} // namespace cts
