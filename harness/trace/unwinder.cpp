#include "trace/unwinder.h"

#include "trace/loaded_files.h"

#include <algorithm>

namespace cts {
namespace {

constexpr std::size_t frames_limit = 1000;
constexpr pid_t some_thread = 1; // elfutils needs a number

struct Walk {
  std::vector<StackFrame> &frames;
  u32 stack_pointer;
};

int add_frame(Dwfl_Frame *state, void *argument) {
  auto &[frames, stack_pointer] = *static_cast<Walk *>(argument);
  Dwarf_Addr pc = 0;
  if (!::dwfl_frame_pc(state, &pc, nullptr) || pc == 0)
    return DWARF_CB_ABORT;
  // The caller's stack pointer is the canonical frame address of the previous frame.
  Dwarf_Word sp = 0;
  if (!frames.empty() && ::dwfl_frame_reg(state, stack_pointer, &sp) == 0) {
    // A file may lack a function's changes to its stack: then the frame is its own caller.
    if (frames.back().pc == pc && frames.size() > 1 && frames[frames.size() - 2].cfa == sp)
      return DWARF_CB_ABORT;
    frames.back().cfa = sp;
  }
  frames.push_back({pc, 0});
  return frames.size() < frames_limit ? DWARF_CB_OK : DWARF_CB_ABORT;
}

} // namespace

bool StackCopy::read(u64 address, u64 &word) const {
  if (address < low || address % 8 != low % 8 || (address - low) / 8 >= words.size())
    return false;
  word = words[(address - low) / 8];
  return true;
}

// The answers to elfutils about the process: one thread, whose stack is the copy.
struct UnwinderCallbacks {
  static const Unwinder &unwinder(void *argument) { return *static_cast<Unwinder *>(argument); }
  static pid_t next_thread(Dwfl *, void *argument, void **thread) {
    if (*thread)
      return 0;
    *thread = argument;
    return some_thread;
  }
  static bool get_thread(Dwfl *, pid_t, void *argument, void **thread) {
    *thread = argument;
    return true;
  }
  static bool memory_read(Dwfl *, Dwarf_Addr address, Dwarf_Word *word, void *argument) {
    u64 found = 0;
    if (!unwinder(argument).now_->read(address, found))
      return false;
    *word = unwinder(argument).address_in(found);
    return true;
  }
  static bool set_initial_registers(Dwfl_Thread *thread, void *argument) {
    const auto &registers = unwinder(argument).now_->registers;
    std::vector<Dwarf_Word> words(registers.begin(), registers.end() - 1);
    std::ranges::transform(words, words.begin(),
                           [&](u64 word) { return unwinder(argument).address_in(word); });
    ::dwfl_thread_state_register_pc(thread, registers.back());
    return ::dwfl_thread_state_registers(thread, 0, static_cast<unsigned>(words.size()),
                                         words.data());
  }
};

Unwinder::Unwinder(const MachineFacts &machine, std::vector<Mapping> mappings)
    : machine_(machine), mappings_(std::move(mappings)), files_(std::make_unique<LoadedFiles>()) {}

Unwinder::~Unwinder() = default;

const Mapping *Unwinder::mapping_of(u64 pc) const {
  const auto found =
      std::ranges::find_if(mappings_, [&](const Mapping &m) { return pc >= m.low && pc < m.high; });
  return found == mappings_.end() ? nullptr : &*found;
}

// A return address without the machine's signature in its upper bits.
u64 Unwinder::address_in(u64 word) const {
  const u64 address = word & machine_.address_bits;
  return address != word && mapping_of(address) ? address : word;
}

bool Unwinder::by_call_frame_information(const StackCopy &stack, std::vector<StackFrame> &frames) {
  if (!attached_) {
    static constexpr Dwfl_Thread_Callbacks callbacks{UnwinderCallbacks::next_thread,
                                                     UnwinderCallbacks::get_thread,
                                                     UnwinderCallbacks::memory_read,
                                                     UnwinderCallbacks::set_initial_registers,
                                                     nullptr,
                                                     nullptr};
    bool any = false;
    for (const Mapping &mapping : mappings_)
      any |= files_->module(mapping) != nullptr;
    attached_ =
        any && ::dwfl_attach_state(files_->session(), nullptr, some_thread, &callbacks, this);
    if (!attached_)
      return false;
  }
  now_ = &stack;
  Walk walk{frames, machine_.stack_pointer};
  ::dwfl_getthread_frames(files_->session(), some_thread, add_frame, &walk);
  now_ = nullptr;
  return frames.size() > 1;
}

std::vector<StackFrame> Unwinder::frames(const StackCopy &stack) {
  std::vector<StackFrame> frames;
  if (!machine_.registers || stack.registers.size() != machine_.registers)
    return frames;
  if (by_call_frame_information(stack, frames))
    return frames;
  frames.clear();
  u64 pc = stack.registers.back(), frame = stack.registers[machine_.frame_pointer];
  u64 caller = 0, back = 0;
  while (machine_.linked_frames && mapping_of(pc) && frames.size() < frames_limit &&
         stack.read(frame, caller) && stack.read(frame + 8, back)) {
    frames.push_back({pc, machine_.cfa_above ? frame + *machine_.cfa_above : 0});
    pc = address_in(back);
    if (caller <= frame) // outer frames lie above inner ones
      break;
    frame = caller;
  }
  if (mapping_of(pc))
    frames.push_back({pc, 0});
  return frames;
}

} // namespace cts
