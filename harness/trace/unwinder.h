// The frames of a copied stack.
#pragma once

#include "trace/reader.h"

#include <memory>

namespace cts {

class LoadedFiles;

struct StackFrame {
  u64 pc = 0;  // the next instruction of the innermost frame, the return address of others
  u64 cfa = 0; // canonical frame address: the stack pointer before the call; 0 if it is not known
};

// The copy of a stack: the words from the stack pointer to the outermost frame or the end of the
// copy, and the registers by their DWARF numbers, the program counter last.
struct StackCopy {
  std::vector<u64> registers;
  u64 low = 0; // address of the first word
  std::vector<u64> words;

  bool read(u64 address, u64 &word) const;
};

// Unwinds by the call frame information of the current files that the process had mapped. For a
// file without any it uses frame pointers, if the machine's frames are linked. Only one thread may
// use an object.
class Unwinder {
public:
  Unwinder(const MachineFacts &machine, std::vector<Mapping> mappings);
  ~Unwinder();
  Unwinder(const Unwinder &) = delete;
  Unwinder &operator=(const Unwinder &) = delete;

  // Innermost first, at most 1000; ends early at an address without code.
  std::vector<StackFrame> frames(const StackCopy &stack);

private:
  bool by_call_frame_information(const StackCopy &stack, std::vector<StackFrame> &frames);
  const Mapping *mapping_of(u64 pc) const;
  u64 address_in(u64 word) const;

  const MachineFacts &machine_;
  std::vector<Mapping> mappings_;
  std::unique_ptr<LoadedFiles> files_;
  bool attached_ = false;
  const StackCopy *now_ = nullptr;

  friend struct UnwinderCallbacks;
};

} // namespace cts
