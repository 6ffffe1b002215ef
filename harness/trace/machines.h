// The facts about the recording machine that are needed to read a trace's code and stacks. Any
// machine reads the traces of all machines.
#pragma once

#include "trace/types.h"

#include <optional>

namespace cts {

// The instruction before an address.
struct InstructionBefore {
  enum Kind : u8 {
    unknown,      // undecidable, or code may begin here that is returned to without a call
    no_call,      //
    direct_call,  // to `target`
    indirect_call //
  };
  Kind kind = unknown;
  u64 target = 0;
};

inline constexpr std::size_t instruction_bytes = 8; // the most that `before` looks at

// A machine by its name in traces (the environment's `machine`).
struct MachineFacts {
  std::string_view name;
  // The place of these registers in a stack copy, by DWARF number; the program counter is the last
  // of `registers`.
  u32 stack_pointer = 0, frame_pointer = 0, registers = 0;
  // Frame pointers lead to the caller's frame and, one word above, to the return address.
  bool linked_frames = false;
  // The distance from a frame pointer to the canonical frame address, if it is the same everywhere.
  std::optional<u64> cfa_above = {};
  // The bits of a return address that are the address itself: the other bits may hold a signature.
  u64 address_bits = ~u64{0};
  // `end`: one past the byte before the address; that many bytes before it can be read.
  InstructionBefore (*before)(u64 address, const unsigned char *end, std::size_t bytes) = nullptr;
};

// The facts of the machine with this name; of this machine if the name is empty, as in hand-made
// traces. An unknown machine has no registers, and nothing before an address.
const MachineFacts &machine_called(std::string_view name);

} // namespace cts
