#include "validator/machines/host/codeptr.h"

#include "rules/codeptr.h"
#include "rules/dispatch.h"
#include "rules/registration.h"
#include "trace/code_names.h"

#include <algorithm>
#include <cstdio>

namespace cts {

namespace {

std::string_view file_name(std::string_view path) {
  return path.substr(path.find_last_of('/') + 1);
}

} // namespace

// Reads the present file; a file that is not the recorded one proves nothing.
bool Codeptr::recorded(const Mapping &mapping) {
  if (growing_)
    return as_recorded(mapping, directory_);
  const auto [found, fresh] = recorded_.try_emplace(mapping.low);
  if (fresh)
    found->second = as_recorded(mapping, directory_);
  return found->second;
}

Codeptr::CallSite Codeptr::call_before(const Mapping &mapping, u64 address) {
  const auto instruction = trace_.machine().before;
  if (!instruction)
    return CallSite::unknown;
  const bool readable = steady(&mapping) && recorded(mapping);
  std::FILE *file = readable ? std::fopen(mapping.file.c_str(), "rb") : nullptr;
  if (!file)
    return CallSite::unknown;
  unsigned char bytes[instruction_bytes] = {}; // they end where the address is
  const u64 length = std::min<u64>(sizeof bytes, address - mapping.low);
  const auto offset = static_cast<long>(address - length - mapping.low + mapping.file_offset);
  unsigned char *const end = std::end(bytes);
  const bool got = std::fseek(file, offset, SEEK_SET) == 0 &&
                   std::fread(end - length, 1, length, file) == length;
  std::fclose(file);
  if (!got)
    return CallSite::unknown;
  // A direct call into the same library comes from that library. An indirect call may come from the
  // program's code, which left by a jump to the entry point (a tail call): then the address is
  // right.
  InstructionBefore before = instruction(address, end, length);
  if (before.kind == InstructionBefore::direct_call && !mapping_of(before.target + 1)) {
    end[-5] = 0; // no code is there: a byte is only like the first of a direct call on x86-64
    before = instruction(address, end, length);
  }
  switch (before.kind) {
  case InstructionBefore::direct_call:
    return before.target >= mapping.low && before.target < mapping.high ? CallSite::same_file
                                                                        : CallSite::elsewhere;
  case InstructionBefore::indirect_call:
    return CallSite::elsewhere;
  case InstructionBefore::no_call:
    return CallSite::none;
  case InstructionBefore::unknown:
    break;
  }
  return CallSite::unknown;
}

namespace {

// Whether the trace's mappings have all code that the process ever had.
bool all_code_known(const Trace &trace) {
  const auto unloaded = [](const Mapping &mapping) { return mapping.path == unloaded_path; };
  return trace.finalized() && !trace.manifest().maps_stale &&
         std::ranges::none_of(trace.mappings(), unloaded);
}

} // namespace

bool Codeptr::steady(const Mapping *mapping) const {
  return mapping && (mapping->path == program_ || mapping->path == runtime_);
}

Codeptr::Codeptr(const Context &context)
    : Machine(context), mappings_(context.trace.mappings()),
      runtime_(context.trace.environment("runtime_library")),
      program_(context.trace.environment("program")), mapped_(!mappings_.empty()),
      trace_(context.trace), directory_(context.trace.directory()),
      manifest_(context.trace.manifest()), growing_(context.trace.growing()),
      sources_(std::make_unique<SourceLines>(mappings_)) {
  complete_ = !growing_ && all_code_known(context.trace);
}

// The address follows the call.
const Mapping *Codeptr::mapping_of(u64 address) const {
  for (const Mapping &mapping : mappings_)
    if (address - 1 >= mapping.low && address - 1 < mapping.high)
      return &mapping;
  return nullptr;
}

// The process may have loaded code since; asking the process is slow.
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
  ++unplaced_;
  // Code that was loaded for a while may be missing from the mappings, but some addresses can be no
  // code.
  constexpr u64 lowest = 0x10000, beyond_user_space = u64{1} << 56;
  bool impossible = complete_ || address < lowest || address >= beyond_user_space;
  for (const auto &[number, thread] : world.threads())
    impossible |= address >= thread.stack_low && address < thread.stack_high;
  if (growing_ && !impossible)
    return {address, false, true, true};
  return {address, !impossible, !impossible};
}

// Only now is all code of the process known.
void Codeptr::at_end() {
  if (!growing_ || !all_code_known(trace_))
    return;
  mappings_ = trace_.mappings();
  for (const Unknown &unknown : unknown_)
    if (!mapping_of(unknown.address))
      judge.report(unknown.rule, unknown.message);
}

std::string Codeptr::unjudged() const {
  const ManifestHeader &manifest = trace_.manifest();
  if (!manifest.maps_stale || (manifest.maps_bytes && !unplaced_))
    return {};
  return "the process could not read its list of code (/proc/self/maps), or not write it "
         "(info/maps): "
         "not all addresses of code were judged";
}

void Codeptr::ask_later(Rule rule, u64 address, Message message) {
  if (unknown_.size() < unknown_limit && judge.applies(rule))
    unknown_.push_back({rule, address, std::move(message).at(judge.judging())});
}

void Codeptr::entry_point(const Here &, std::string_view name, u64 address) {
  if (!mapped_ || !address)
    return;
  // The begin of a function follows no call, so it is no return address.
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
  // The runtime itself calls for regions that it opens for itself (for helper threads).
  const Task *task = here.thread.current;
  const Parallel *region = task ? world.region_of(*task) : nullptr;
  const bool own = here.code == ompt_callback_parallel_begin ||
                   here.code == ompt_callback_parallel_end ||
                   (region && (!region->codeptr || !look(region->codeptr).legal));
  if (own)
    return;
  const std::string function = sources_->before(known.address).function();
  judge.violated([&] {
    return codeptr_in_function::in_runtime{.address = known.address,
                                           .event = here.code,
                                           .library = file_name(runtime_),
                                           .function = function};
  });
}

void Codeptr::on(const Here &here, const event::parallel_end &e) {
  on<event::parallel_end>(here, e);
  const Parallel *region = world.parallel(e.parallel);
  const Parallel *outer = region ? world.parallels.find(region->outer) : nullptr;
  if (outer && e.codeptr_ra && region->codeptr)
    judge_nested(here, e.codeptr_ra, region->codeptr, outer->codeptr, outer->begin);
}

// The surrounding region is still open: the address of its call is another one.
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
        const bool known = steady(mapping_of(begin.address)) && steady(mapping_of(address));
        if (!left && known && !first.functions.empty() && !last.functions.empty()) {
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
