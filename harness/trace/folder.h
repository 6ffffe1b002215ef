// What a folder holds, also one that cannot be read to its end.
#pragma once

#include <filesystem>
#include <system_error>

namespace cts {

// Calls f with each entry. The error at which that ended, as of a disk or of a server that is gone;
// none where all were seen. (In a range's loop the standard library's iterator throws there.)
template <class F> std::error_code for_each_entry(const std::filesystem::path &folder, F f) {
  std::error_code error;
  std::filesystem::directory_iterator at(folder, error);
  for (; !error && at != std::filesystem::directory_iterator(); at.increment(error))
    f(*at);
  return error;
}

} // namespace cts
