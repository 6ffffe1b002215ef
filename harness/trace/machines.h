// What must be known of the machine that a trace was recorded on, to read the code and the stacks
// that it names. Any machine reads the traces of all.
#pragma once

#include "trace/types.h"

#include <optional>

namespace cts {

// The instruction before an address.
struct InstructionBefore {
  enum Kind : u8 {
    unknown,      // nobody can tell, or code may begin here that is returned to and was not called
    no_call,      //
    direct_call,  // to `target`
    indirect_call //
  };
  Kind kind = unknown;
  u64 target = 0;
};

inline constexpr std::size_t instruction_bytes = 8; // that `before` looks at, at most

// A machine by the name that traces have of it (the environment's `machine`).
struct MachineFacts {
  std::string_view name;
  // Where a copy of a stack has these registers: by their DWARF numbers; the program counter is the
  // last of `registers`.
  u32 stack_pointer = 0, frame_pointer = 0, registers = 0;
  // Frame pointers lead to the caller's frame and, a word above, to the return address.
  bool linked_frames = false;
  // So far above a frame pointer is the canonical frame address, where that is the same everywhere.
  std::optional<u64> cfa_above = {};
  // Which bits of an address that code returns to are its own: the others may hold a signature.
  u64 address_bits = ~u64{0};
  // `end`: one after the byte before the address; so many bytes before it are there.
  InstructionBefore (*before)(u64 address, const unsigned char *end, std::size_t bytes) = nullptr;
};

// The facts of the machine that is called so: of this one where the name is empty, as in traces
// that were made by hand. One that is not known has no registers, and nothing before an address.
const MachineFacts &machine_called(std::string_view name);

} // namespace cts
