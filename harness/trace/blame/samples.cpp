#include "trace/blame/samples.h"

#include "trace/blame/demangled.h"

#include <algorithm>

namespace cts::blame {

Samples::Samples(const Trace &trace)
    : runtime_(trace.environment("runtime_library")), lines_(trace.mappings()),
      unwinder_(trace.machine(), trace.mappings()) {}

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
    code.push_back(demangled(linkers.empty() ? name : linkers));
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
  const auto [at, fresh] = known_.try_emplace(stream.addresses);
  if (fresh)
    for (auto address = stream.addresses.rbegin(); address != stream.addresses.rend(); ++address)
      std::ranges::move(places(*address), std::back_inserter(at->second));
  ++count_;
  samples_[stream.of].push_back({stream.time, phases_[stream.of], &at->second});
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
