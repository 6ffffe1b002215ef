#include "checker_tool/stacks.h"

#include "checker_tool/interrupted.h"

namespace cts {
namespace {

// Leaves out higher addresses: the outermost frames of a very deep stack.
constexpr u64 most_bytes = 256 * 1024;

void record_stack(ThreadRecorder &thread, const u64 (&registers)[machine::register_count]) {
  const u64 low = registers[machine::dwarf_stack_pointer] & ~u64{7};
  u64 high = thread.stack_high();
  if (low < thread.stack_low() || low >= high) // on the program's own stack, whose end is unknown
    return;
  high = std::min(high, low + most_bytes);
  thread.record(event::stack{high, List(registers, machine::register_count)});
  for (u64 at = low; at < high;) {
    const u64 words = std::min<u64>((high - at) / 8, list_limit);
    if (words == 0)
      break;
    thread.record(
        event::stack_words{at, List(reinterpret_cast<const u64 *>(at), static_cast<u32>(words))});
    at += words * 8;
  }
}

} // namespace

void record_own_stack(ThreadRecorder &thread) {
  if (Recorder::instance().options().stacks) [[unlikely]]
    record_stack_here(thread);
}

[[gnu::noinline]] void record_stack_here(ThreadRecorder &thread) {
  u64 registers[machine::register_count] = {};
  machine::copy_own_registers(registers);
  record_stack(thread, registers);
}

void record_interrupted_stack(ThreadRecorder &samples, const void *context) {
  u64 registers[machine::register_count];
  sampler::interrupted_registers(context, registers);
  record_stack(samples, registers);
}

} // namespace cts
