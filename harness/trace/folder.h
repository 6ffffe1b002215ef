// Lists the contents of a folder, even of one that cannot be read to its end.
#pragma once

#include <filesystem>
#include <system_error>

namespace cts {

// Calls f with each entry. Returns the error that ended the listing (a bad disk, a lost server), or
// none if all entries were seen. (In a range loop the standard library's iterator would throw.)
template <class F> std::error_code for_each_entry(const std::filesystem::path &folder, F f) {
  std::error_code error;
  std::filesystem::directory_iterator at(folder, error);
  for (; !error && at != std::filesystem::directory_iterator(); at.increment(error))
    f(*at);
  return error;
}

} // namespace cts
