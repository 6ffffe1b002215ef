#include "trace/code_names.h"

#include "trace/packet.h"

#include <algorithm>
#include <array>
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

// Also true if the file cannot be read as it was before `recorded`.
bool may_contain(const std::string &file, fs::file_time_type recorded, std::string_view word) {
  std::error_code failed;
  if (!fs::is_regular_file(file, failed) || fs::last_write_time(file, failed) > recorded || failed)
    return true;
  std::ifstream stream(file, std::ios::binary);
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

bool nobody_can_call(const Trace &trace, std::string_view function) {
  const std::string runtime = trace.environment("runtime_library");
  std::error_code failed;
  const auto recorded = fs::last_write_time(fs::path(trace.directory()) / metadata_name, failed);
  if (failed || !trace.finalized() || runtime.empty() || runtime == trace.environment("program"))
    return false;
  return std::ranges::none_of(trace.mappings(), [&](const Mapping &mapping) {
    const auto has = [&](auto word) { return may_contain(mapping.file, recorded, word); };
    return mapping.path != runtime && !is_system(mapping.path) &&
           (has(function) ||
            (has("dlsym") && !has("ompt_start_tool"))); // a tool's names are its own
  });
}

} // namespace cts
