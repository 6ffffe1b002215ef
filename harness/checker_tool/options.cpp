// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checker_tool/options.h"

#include "ompt_abi/tables.h"

#include <charconv>
#include <cstdlib>
#include <string_view>
#include <unistd.h>

namespace cts {
namespace {

std::string_view variable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

// Leaves the number alone where the variable is not set.
template <class T> bool read_number(const char *name, T &number, std::string &error) {
  const auto text = variable(name);
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || (code == std::errc{} && end == text.data() + text.size()))
    return true;
  error = std::string(name) + " must be a number, not '" + std::string(text) + "'";
  return false;
}

using Choice = std::bitset<38>;

bool choose(const char *from, Choice &chosen, std::string &error) {
  std::string_view list = variable(from);
  const bool without = list.starts_with('-');
  if (list.empty() || list == "all" || without)
    chosen.set();
  while (!list.empty() && list != "all") {
    std::string_view name = list.substr(0, list.find(','));
    list.remove_prefix(name.size() < list.size() ? name.size() + 1 : name.size());
    if (name.starts_with('-') != without) {
      error = std::string(from) + " mixes names with and without '-'";
      return false;
    }
    if (without)
      name.remove_prefix(1);
    const auto *callback = ompt_abi::find_callback(name);
    if (!callback) {
      error = std::string(from) + " names no callback: '" + std::string(name) +
              "' (names are as in OpenMP, without ompt_callback_)";
      return false;
    }
    chosen.set(callback->code, !without);
  }
  return true;
}

bool choose_callbacks(Options &options, std::string &error) {
  Choice chosen;
  if (!choose("OMPT_CTS_CALLBACKS", chosen, error))
    return false;
  for (const auto &callback : ompt_abi::all_callbacks())
    options.callbacks.set(callback.code, chosen[callback.code]);
  // Registering both forms of a target callback is not allowed.
  for (const auto &callback : ompt_abi::all_callbacks())
    if (callback.counterpart && callback.emi != options.emi)
      options.callbacks.reset(callback.code);
  return true;
}

bool choose_buffers(Options &options, std::string &error) {
  const std::string_view given = variable("OMPT_CTS_TRACE_BUFFERS");
  if (given.empty())
    return true;
  const char *const end = given.data() + given.size();
  const auto bytes = std::from_chars(given.data(), end, options.buffer_bytes);
  auto rest = bytes;
  if (bytes.ec == std::errc{} && bytes.ptr != end && *bytes.ptr == '*')
    rest = std::from_chars(bytes.ptr + 1, end, options.buffers);
  if (rest.ec == std::errc{} && rest.ptr == end)
    return true;
  error = "OMPT_CTS_TRACE_BUFFERS must be BYTES or BYTES*COUNT, not '" + std::string(given) + "'";
  return false;
}

} // namespace

bool read_options(Options &options, std::string &error) {
  options.trace = variable("OMPT_CTS_TRACE");
  if (options.trace.empty()) {
    error = "OMPT_CTS_TRACE names no directory to record into";
    return false;
  }
  if (options.trace.front() != '/') {
    // The program may change its directory later.
    char *here = ::getcwd(nullptr, 0);
    options.trace = std::string(here ? here : "") + "/" + options.trace;
    std::free(here);
  }
  if (const auto probes = variable("OMPT_CTS_PROBES"); probes == "none")
    options.probes = Probes::none;
  else if (probes == "full")
    options.probes = Probes::full;
  else if (!probes.empty() && probes != "light") {
    error = "OMPT_CTS_PROBES must be none, light or full, not '" + std::string(probes) + "'";
    return false;
  }
  if (const auto family = variable("OMPT_CTS_TARGET"); family == "classic")
    options.emi = false;
  else if (!family.empty() && family != "emi") {
    error = "OMPT_CTS_TARGET must be emi or classic, not '" + std::string(family) + "'";
    return false;
  }
  if (!read_number("OMPT_CTS_PERTURB", options.perturb, error) ||
      !read_number("OMPT_CTS_SAMPLE", options.sample, error))
    return false;
  if (options.sample > 100'000) {
    error = "OMPT_CTS_SAMPLE must be at most 100000, samples a second";
    return false;
  }
  if (variable("OMPT_CTS_TRACED") != "none" && !choose("OMPT_CTS_TRACED", options.traced, error))
    return false;
  return choose_buffers(options, error) && choose_callbacks(options, error);
}

} // namespace cts
