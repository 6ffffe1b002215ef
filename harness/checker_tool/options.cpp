#include "checker_tool/options.h"

#include "ompt_abi/tables.h"
#include "trace/packet.h"

#include <charconv>

namespace cts {
namespace {

// Leaves the number unchanged if the variable is not set.
template <class T> bool read_number(std::string_view name, T &number, Text &error) {
  const auto text = variable(name);
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || (code == std::errc{} && end == text.data() + text.size()))
    return true;
  error = {name, " must be a number, not '", text, "'"};
  return false;
}

bool choose(std::string_view from, Callbacks &chosen, Text &error) {
  std::string_view list = variable(from);
  const bool without = list.starts_with('-');
  if (list.empty() || list == "all" || without)
    chosen.set();
  while (!list.empty() && list != "all") {
    std::string_view name = part_of(list, 0, list.find(','));
    list.remove_prefix(name.size() < list.size() ? name.size() + 1 : name.size());
    if (name.starts_with('-') != without) {
      error = {from, " mixes names with and without '-'"};
      return false;
    }
    if (without)
      name.remove_prefix(1);
    const auto *callback = ompt_abi::find_callback(name);
    if (!callback) {
      error = {from, " names no callback: '", name,
               "' (names are as in OpenMP, without ompt_callback_)"};
      return false;
    }
    chosen[callback->code] = !without;
  }
  return true;
}

bool choose_callbacks(Options &options, Text &error) {
  Callbacks chosen;
  if (!choose("OMPT_CTS_CALLBACKS", chosen, error))
    return false;
  for (const auto &callback : ompt_abi::all_callbacks())
    options.callbacks[callback.code] = chosen[callback.code];
  // Registering both forms of a target callback is not allowed.
  for (const auto &callback : ompt_abi::all_callbacks())
    if (callback.counterpart && callback.emi != options.emi)
      options.callbacks[callback.code] = false;
  return true;
}

// The rest of the text after the number; false if there is no number.
bool take_number(std::string_view &text, u64 &number) {
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return code == std::errc{};
}

bool choose_limit(std::string_view text, Options &options, Text &error) {
  if (text.empty())
    return true;
  constexpr u64 least = 4 * packet_bytes;
  std::string_view rest = text;
  const bool number = take_number(rest, options.limit);
  int shift = 0;
  if (rest.size() == 1)
    shift = rest[0] == 'K'   ? 10
            : rest[0] == 'M' ? 20
            : rest[0] == 'G' ? 30
            : rest[0] == 'T' ? 40
                             : -1;
  if (!number || rest.size() > 1 || shift < 0 || options.limit > (~u64{0} >> shift) ||
      (options.limit <<= shift) < least) {
    error = {
        "OMPT_CTS_MAX_TRACE must be a number of bytes, 1M or more, with K, M, G or T after it, "
        "not '",
        text, "'"};
    return false;
  }
  return true;
}

bool choose_order(Options &options, Text &error) {
  const std::string_view given = variable("OMPT_CTS_PERTURB");
  std::string_view rest = given;
  if (given.empty())
    return true;
  const bool seed = take_number(rest, options.perturb);
  if (seed && (rest.empty() || rest == ",priorities" || rest == ",turns")) {
    options.order = rest == ",turns"       ? Order::turns
                    : !rest.empty()        ? Order::priorities
                    : options.perturb != 0 ? Order::delays
                                           : Order::free;
    return true;
  }
  error = {"OMPT_CTS_PERTURB must be SEED, SEED,priorities or SEED,turns, not '", given, "'"};
  return false;
}

bool choose_buffers(Options &options, Text &error) {
  const std::string_view given = variable("OMPT_CTS_TRACE_BUFFERS");
  std::string_view rest = given;
  bool good = given.empty() || take_number(rest, options.buffer_bytes);
  if (good && rest.starts_with('*')) {
    rest.remove_prefix(1);
    good = take_number(rest, options.buffers);
  }
  if (good && rest.empty())
    return true;
  error = {"OMPT_CTS_TRACE_BUFFERS must be BYTES or BYTES*COUNT, not '", given, "'"};
  return false;
}

} // namespace

std::string_view variable(std::string_view name) {
  for (char **at = kernel::variables(); at && *at; ++at) {
    const std::string_view entry = *at;
    if (entry.size() > name.size() && entry.starts_with(name) && entry[name.size()] == '=')
      return part_of(entry, name.size() + 1);
  }
  return {};
}

bool names_a_variable(std::string_view text) {
  for (char **at = kernel::variables(); at && *at; ++at) {
    const std::string_view entry = *at;
    if (part_of(entry, 0, entry.find('=')).find(text) != std::string_view::npos)
      return true;
  }
  return false;
}

bool read_options(Options &options, Text &error) {
  const std::string_view trace = variable("OMPT_CTS_TRACE");
  if (trace.empty()) {
    error = {"OMPT_CTS_TRACE names no directory to record into"};
    return false;
  }
  if (trace.size() > 3900) {
    error = {"the path of the trace, OMPT_CTS_TRACE, is too long"};
    return false;
  }
  if (trace.front() == '/') {
    options.trace = {trace};
  } else { // the program may change its directory later
    const Scratch memory;
    const char *here = memory.as<char>();
    const long got = kernel::working_directory(memory.as<char>(), Scratch::bytes);
    if (got <= 0 || here[0] != '/') { // the kernel says "(unreachable)" without one
      error = {"the trace directory ", trace,
               " is relative to a working directory that does not exist"};
      return false;
    }
    options.trace = {std::string_view(here), "/", trace};
  }
  if (const auto probes = variable("OMPT_CTS_PROBES"); probes == "none")
    options.probes = Probes::none;
  else if (probes == "sampled")
    options.probes = Probes::sampled;
  else if (probes == "full")
    options.probes = Probes::full;
  else if (!probes.empty() && probes != "light") {
    error = {"OMPT_CTS_PROBES must be none, sampled, light or full, not '", probes, "'"};
    return false;
  }
  if (const auto family = variable("OMPT_CTS_TARGET"); family == "classic")
    options.emi = false;
  else if (!family.empty() && family != "emi") {
    error = {"OMPT_CTS_TARGET must be emi or classic, not '", family, "'"};
    return false;
  }
  if (const auto stacks = variable("OMPT_CTS_STACKS"); stacks == "all")
    options.stacks = true;
  else if (!stacks.empty() && stacks != "none") {
    error = {"OMPT_CTS_STACKS must be none or all, not '", stacks, "'"};
    return false;
  }
  if (!choose_order(options, error) || !read_number("OMPT_CTS_SAMPLE", options.sample, error))
    return false;
  if (options.sample > 100'000) {
    error = {"OMPT_CTS_SAMPLE must be at most 100000, samples a second"};
    return false;
  }
  if (variable("OMPT_CTS_TRACED") != "none" && !choose("OMPT_CTS_TRACED", options.traced, error))
    return false;
  options.waits = !variable("OMPT_CTS_LIVE").empty();
  return choose_limit(variable("OMPT_CTS_MAX_TRACE"), options, error) &&
         choose_buffers(options, error) && choose_callbacks(options, error);
}

} // namespace cts
