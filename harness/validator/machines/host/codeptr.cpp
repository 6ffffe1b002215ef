#include "validator/machines/host/codeptr.h"

#include "rules/codeptr.h"
#include "rules/dispatch.h"
#include "rules/registration.h"
#include "trace/packet.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace cts {

using namespace ompt_abi;

namespace {

std::string_view file_name(std::string_view path) {
  return path.substr(path.find_last_of('/') + 1);
}

constexpr std::size_t most_bytes = 8; // of a call, or of what fills up the room before a function

#if defined(__x86_64__)
// How long an indirect call is, by what follows its first byte; 0 if it is none.
std::size_t indirect_call(unsigned char modrm, unsigned char sib) {
  const unsigned mod = modrm >> 6, rm = modrm & 7;
  if ((modrm >> 3 & 7) != 2)
    return 0;
  const bool scaled = mod != 3 && rm == 4;
  const bool wide = mod == 2 || (mod == 0 && (rm == 5 || (scaled && (sib & 7) == 5)));
  return 2 + scaled + (mod == 1) + 4 * wide;
}

// Whether code may begin at an address to which somebody returns who was not called: what follows a
// context (makecontext), a coroutine or a signal handler. It is a function of its own, or stands
// behind a jump through a register. before(n) is the byte n before the address.
bool begins_there(u64 address, const auto &before) {
  if (before(2) == 0xFF && (before(1) & 0xF8) == 0xE0)
    return true;
  constexpr std::pair<std::size_t, unsigned char> fillers[] = {
      {3, 0x00}, {4, 0x40}, {5, 0x44}, {7, 0x80}, {8, 0x84}}; // 0F 1F and this
  const bool filled = std::ranges::any_of(fillers, [&](const auto &filler) {
    const auto [n, form] = filler;
    return before(n) == 0x0F && before(n - 1) == 0x1F && before(n - 2) == form;
  });
  constexpr unsigned alignment = 16;
  constexpr std::string_view ends = "\x90\xCC\xC3"; // no operation, trap, return
  return address % alignment == 0 &&
         (filled || ends.find(static_cast<char>(before(1))) != ends.npos || before(5) == 0xE9 ||
          before(2) == 0xEB);
}
#endif

} // namespace

// By the file as it is now: nothing is known of one that was written since.
Codeptr::CallSite Codeptr::call_before(const Mapping &mapping, u64 address) const {
#if defined(__x86_64__)
  std::error_code failed;
  const auto recorded =
      std::filesystem::last_write_time(fmt::format("{}/{}", directory_, metadata_name), failed);
  const bool newer = failed || std::filesystem::last_write_time(mapping.file, failed) > recorded;
  std::FILE *file = failed ? nullptr : std::fopen(mapping.file.c_str(), "rb");
  if (!file)
    return CallSite::unknown;
  unsigned char bytes[most_bytes] = {}; // they end where the address is
  const u64 length = std::min<u64>(most_bytes, address - mapping.low);
  const auto offset = static_cast<long>(address - length - mapping.low + mapping.file_offset);
  const bool got = std::fseek(file, offset, SEEK_SET) == 0 &&
                   std::fread(bytes + most_bytes - length, 1, length, file) == length;
  std::fclose(file);
  if (!got)
    return CallSite::unknown;
  const auto before = [&](std::size_t n) { return bytes[most_bytes - n]; };
  // Direct, into the same library: it is that library itself that called. An indirect call may have
  // been that of the program's code, which left by a jump to the entry point (a tail call): then
  // the address is right.
  if (length >= 5 && before(5) == 0xE8) {
    std::int32_t distance = 0;
    std::memcpy(&distance, bytes + most_bytes - 4, sizeof distance);
    const u64 target = address + static_cast<u64>(static_cast<i64>(distance));
    return target >= mapping.low && target < mapping.high ? CallSite::same_file
                                                          : CallSite::elsewhere;
  }
  for (std::size_t n = 2; n <= length; ++n)
    if (before(n) == 0xFF && indirect_call(before(n - 1), n > 2 ? before(n - 2) : 0) == n)
      return CallSite::elsewhere;
  const bool none = length == most_bytes && !newer && !begins_there(address, before);
  return none ? CallSite::none : CallSite::unknown;
#else
  static_cast<void>(mapping);
  static_cast<void>(address);
  return CallSite::unknown;
#endif
}

namespace {

// Whether all code that the process ever had is among the trace's mappings.
bool all_code_known(const Trace &trace) {
  return trace.finalized() && std::ranges::none_of(trace.mappings(), [](const Mapping &mapping) {
           return mapping.path == unloaded_path;
         });
}

} // namespace

Codeptr::Codeptr(const Context &context)
    : Machine(context), mappings_(context.trace.mappings()),
      runtime_(context.trace.environment("runtime_library")), mapped_(!mappings_.empty()),
      trace_(context.trace), directory_(context.trace.directory()),
      manifest_(context.trace.manifest()), growing_(context.trace.growing()),
      sources_(std::make_unique<SourceLines>(mappings_)) {
  complete_ = !growing_ && all_code_known(context.trace);
}

// The address stands after the call.
const Mapping *Codeptr::mapping_of(u64 address) const {
  for (const Mapping &mapping : mappings_)
    if (address - 1 >= mapping.low && address - 1 < mapping.high)
      return &mapping;
  return nullptr;
}

// The process may have loaded code since; to ask it takes long.
void Codeptr::find_mappings() {
  constexpr u64 first = 100, then_one_in = 256;
  if (++misses_ > first && misses_ % then_one_in != 0)
    return;
  mappings_ = mappings_now(directory_, manifest_);
  sources_ = std::make_unique<SourceLines>(mappings_);
}

Codeptr::Known Codeptr::look(u64 address) {
  const Mapping *mapping = mapping_of(address);
  if (!mapping && growing_) {
    find_mappings();
    mapping = mapping_of(address);
  }
  if (mapping) {
    const CallSite call = call_before(*mapping, address);
    const bool own = mapping->path == runtime_ && !runtime_.empty() && call == CallSite::same_file;
    return {address, !own && call != CallSite::none, true, false, call};
  }
  // Code that was loaded for a while may be missing from the mappings; what no code can be is
  // known.
  constexpr u64 lowest = 0x10000, beyond_user_space = u64{1} << 56;
  bool impossible = complete_ || address < lowest || address >= beyond_user_space;
  for (const auto &[number, thread] : world.threads())
    impossible |= address >= thread.stack_low && address < thread.stack_high;
  if (growing_ && !impossible)
    return {address, false, true, true};
  return {address, !impossible, !impossible};
}

// Only now is it known what code the process had.
void Codeptr::at_end() {
  if (!growing_ || !all_code_known(trace_))
    return;
  mappings_ = trace_.mappings();
  for (const Unknown &unknown : unknown_)
    if (!mapping_of(unknown.address))
      judge.report(unknown.rule, unknown.message);
}

void Codeptr::ask_later(Rule rule, u64 address, Message message) {
  if (unknown_.size() < unknown_limit && judge.applies(rule))
    unknown_.push_back({rule, address, std::move(message).at(judge.judging())});
}

void Codeptr::entry_point(const Here &, std::string_view name, u64 address) {
  if (!mapped_ || !address)
    return;
  // A function begins there, while a return address stands after a call.
  const Known known = look(address + 1);
  const auto say = [&] { return lookup_code::no_code{.entry_point = name, .address = address}; };
  judge.require(known.executable, say);
  if (known.open)
    ask_later(rule::lookup_code, address + 1, say());
}

void Codeptr::on(const Here &, const event::dispatch &e) {
  if (!mapped_ || e.kind != ompt_dispatch_section || !e.instance)
    return;
  const Known known = look(e.instance);
  const auto say = [&] { return sections_dispatch_ptr::no_code{.address = e.instance}; };
  judge.require(known.executable, say);
  if (known.open)
    ask_later(rule::sections_dispatch_ptr, e.instance, say());
}

void Codeptr::complain(const Here &here, const Known &known) {
  const auto no_code = [&] {
    return codeptr_in_text::no_code{.address = known.address, .event = here.code};
  };
  if (known.open)
    return ask_later(rule::codeptr_in_text, known.address, no_code());
  if (!known.executable)
    return judge.violated(no_code);
  if (known.call == CallSite::none)
    return judge.violated([&] {
      return codeptr_after_call::no_call{.address = known.address,
                                         .event = here.code,
                                         .place = sources_->before(known.address).text()};
    });
  // Regions that the runtime opens for itself are called by the runtime (for helper threads).
  const Task *task = here.thread.current;
  const Parallel *region = task ? world.region_of(*task) : nullptr;
  const bool own = here.code == ompt_callback_parallel_begin ||
                   here.code == ompt_callback_parallel_end ||
                   (region && (!region->codeptr || !look(region->codeptr).legal));
  if (!own)
    judge.violated([&] {
      return codeptr_in_function::in_runtime{
          .address = known.address, .event = here.code, .library = file_name(runtime_)};
    });
}

void Codeptr::on(const Here &here, const event::parallel_end &e) {
  on<event::parallel_end>(here, e);
  const Parallel *region = world.parallel(e.parallel);
  const Parallel *outer = region ? world.parallels.find(region->outer) : nullptr;
  if (outer && e.codeptr_ra && region->codeptr)
    judge_nested(here, e.codeptr_ra, region->codeptr, outer->codeptr, outer->begin);
}

// What encloses a region is there still: its call is another one.
void Codeptr::judge_nested(const Here &here, u64 end, u64 begin, u64 outer, EventRef began) {
  judge.require(end == begin || end != outer, [&] {
    return codeptr_nested_end::of_outer_region{.event = here.code,
                                               .place = sources_->before(end).text(),
                                               .begin = sources_->before(begin).text()}
        .why("the region around it began here", began);
  });
}

void Codeptr::pair(const Here &here, u32 endpoint, u64 address, u32 task) {
  auto &open = open_[here.ref.thread];
  if (endpoint == endpoint_begin) {
    // Regions that are never closed must not pile up.
    if (open.size() >= 64)
      open.erase(open.begin());
    open.push_back({here.code, address, here.ref, task});
    return;
  }
  if (endpoint != endpoint_end)
    return;
  for (std::size_t i = open.size(); i-- > 0;) {
    if (open[i].code != here.code)
      continue;
    if (task && open[i].task == task && open[i].address && address)
      for (std::size_t around = i; around-- > 0;)
        if (open[around].task == task && open[around].code == here.code) {
          judge_nested(here, address, open[i].address, open[around].address, open[around].begin);
          break;
        }
    const Open begin = open[i];
    open.resize(i);
    if (!begin.address || !address)
      return; // not known, which is allowed
    bool same = begin.address == address;
    if (!same) {
      const auto [entry, fresh] = same_function_.try_emplace({begin.address, address}, true);
      if (fresh) {
        const SourceLine &first = sources_->before(begin.address);
        const SourceLine &last = sources_->before(address);
        // Code that leaves by a jump to the runtime lets it return for it: the address is then in
        // the runtime, which codeptr.in-function judges.
        const bool left = first.object == runtime_ || last.object == runtime_;
        if (!left && !first.functions.empty() && !last.functions.empty()) {
          entry->second = false;
          for (const std::string &function : first.functions)
            entry->second = entry->second || last.in_function(function);
        }
      }
      same = entry->second;
    }
    judge.require(same, [&] {
      return codeptr_begin_end_pair::another_function{.event = here.code,
                                                      .begin =
                                                          sources_->before(begin.address).text(),
                                                      .end = sources_->before(address).text()}
          .why("it began here", begin.begin);
    });
    return;
  }
}

} // namespace cts
