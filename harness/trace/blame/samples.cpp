#include "trace/blame/samples.h"

#include "trace/demangled.h"

#include <algorithm>

namespace cts::blame {
namespace {

constexpr u64 most_samples = 1'000'000;      // kept at a time
constexpr std::size_t most_stacks = 100'000; // whose code is remembered

} // namespace

Samples::Samples(const Trace &trace)
    : events_(trace), threads_(trace), runtime_(trace.environment("runtime_library")),
      lines_(trace.mappings()), unwinder_(trace.machine(), trace.mappings()) {}

void Samples::read_from(u64 time) {
  forget_before(time);
  u64 read_to = time;
  while (kept_ < most_samples) {
    const RawEvent *raw = events_.next();
    if (!raw) {
      next_reading_ = ~u64{0};
      return;
    }
    read_to = raw->time;
    if (!takes(*raw))
      threads_.apply(*raw);
  }
  for (const auto &[thread, samples] : samples_)
    read_to = std::max(read_to, samples.back().time);
  next_reading_ = std::max(time + 1, time / 2 + read_to / 2);
}

// The last sample before this time may be the nearest one.
void Samples::forget_before(u64 time) {
  for (auto &[thread, samples] : samples_)
    while (samples.size() > 1 && samples[1].time < time) {
      samples.pop_front();
      --kept_;
    }
}

bool Samples::checkers(u64 return_address) {
  return std::string_view(lines_.before(return_address).object).ends_with("/libompt-checker.so");
}

Code Samples::places(u64 return_address) {
  const SourceLine &line = lines_.before(return_address);
  if (!line.executable || checkers(return_address) || line.object == runtime_)
    return {};
  Code code;
  for (std::size_t i = line.functions.size(); i-- > 0;) {
    const std::string &name = line.functions[i], &linkers = line.linker_names[i];
    if (i > 0 && (name == line.linker_names[i - 1] || name.starts_with("_Z")))
      continue; // belongs to the next function
    const auto [known, fresh] = names_.try_emplace(linkers.empty() ? name : linkers);
    if (fresh) // may take a process of its own
      known->second = demangled(known->first);
    code.push_back(known->second);
  }
  if (line.line > 0 && code.empty())
    code.push_back(line.text());
  else if (line.line > 0) // the innermost line
    code.back() += " (" + line.text() + ")";
  return code;
}

bool Samples::takes(const RawEvent &raw) {
  const auto is = [&](auto &e) { return raw.code == e.event_code && decode(raw, e); };
  event::samples_of of;
  if (is(of)) {
    streams_[raw.thread].of = of.of;
    return true;
  }
  const auto found = streams_.find(raw.thread);
  if (found == streams_.end())
    return false;
  Stream &stream = found->second;
  event::sample sample;
  event::stack stack;
  event::stack_words words;
  if (is(sample)) {
    stream.addresses.assign(1, sample.pc + 1); // as if it were after a call
    for (u32 i = 0; i < sample.stack.size(); ++i)
      stream.addresses.push_back(sample.stack[i]);
    stream.copy = {};
    stream.copying = false;
    stream.time = raw.time;
  } else if (is(stack)) { // later ones belong to a fault in the handler
    stream.copying = stream.copy.registers.empty();
    if (!stream.copying)
      return true;
    for (u32 i = 0; i < stack.registers.size(); ++i)
      stream.copy.registers.push_back(stack.registers[i]);
  } else if (stream.copying && is(words)) {
    if (stream.copy.words.empty())
      stream.copy.low = words.address;
    for (u32 i = 0; i < words.words.size(); ++i)
      stream.copy.words.push_back(words.words[i]);
  } else if (raw.code == event::sample_end::event_code) {
    finish(stream);
  }
  return true;
}

void Samples::finish(Stream &stream) {
  if (!stream.copy.words.empty()) { // better than frame pointers
    const auto frames = unwinder_.frames(stream.copy);
    if (frames.size() > 1) {
      stream.addresses.clear();
      for (const StackFrame &frame : frames)
        stream.addresses.push_back(frame.pc + (stream.addresses.empty() ? 1 : 0));
    }
  }
  ++count_;
  ++kept_;
  const auto found = threads_.all().find(stream.of);
  const u64 phase = found == threads_.all().end() ? 0 : found->second.phase;
  samples_[stream.of].push_back({stream.time, phase, code_of(stream.addresses)});
}

const Code *Samples::code_of(const std::vector<u64> &addresses) {
  if (known_.size() == most_stacks)
    known_.clear();
  const auto [at, fresh] = known_.try_emplace(addresses);
  if (fresh) {
    Code code;
    for (auto address = addresses.rbegin(); address != addresses.rend(); ++address)
      std::ranges::move(places(*address), std::back_inserter(code));
    at->second = &*codes_.insert(std::move(code)).first;
  }
  return at->second;
}

const Code *Samples::at(u32 thread, u64 time, u64 phase) const {
  const auto found = samples_.find(thread);
  if (found == samples_.end())
    return nullptr;
  const auto &samples = found->second;
  const auto after = std::ranges::lower_bound(samples, time, {}, &Sample::time);
  if (after != samples.end() && after->phase == phase)
    return after->code;
  if (after != samples.begin() && std::prev(after)->phase == phase)
    return std::prev(after)->code;
  return nullptr;
}

} // namespace cts::blame
