// The source function of a return address.
#include "faults/history.h"

#include "trace/source_lines.h"

#include <algorithm>

namespace cts::faults {
namespace {

// The original function of a construct that the compiler moved into this function: "main" for
// main.omp_outlined, main._omp_fn.0 or main.cold; empty if the name does not contain it
// (.omp_outlined.).
std::string_view written_as(std::string_view function) {
  return function.substr(0, function.find('.'));
}

} // namespace

bool History::same_function(u64 address, u64 other) const {
  if (!lines_)
    lines_ = std::make_shared<SourceLines>(mappings_);
  const auto &functions = lines_->before(address).functions;
  const auto &others = lines_->before(other).functions;
  // The innermost function contains the call; a function into which it is inlined does not.
  const std::string_view own = functions.empty() ? "" : written_as(functions.front());
  return !own.empty() && std::any_of(others.begin(), others.end(), [&](std::string_view function) {
    return written_as(function) == own;
  });
}

} // namespace cts::faults
