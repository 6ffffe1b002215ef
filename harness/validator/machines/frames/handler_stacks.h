// Describes the stacks of a signal handler and of the interrupted code at a failure.
#pragma once

#include "trace/events.h"
#include "trace/source_lines.h"
#include "trace/unwinder.h"

namespace cts {

class HandlerStacks {
public:
  HandlerStacks(const MachineFacts &machine, const std::vector<Mapping> &mappings)
      : unwinder_(machine, mappings), lines_(mappings) {}

  // The stack copies that follow an event: first of the interrupted code, then of the handler.
  class Copies {
  public:
    // Takes the event in and returns true if the event is one of the copies.
    bool takes(const RawEvent &raw);

  private:
    std::vector<StackCopy> stacks_;
    friend HandlerStacks;
  };

  // One sentence for each copy, with its functions, innermost first; for the handler, only the
  // runtime's functions.
  std::vector<std::string> described(const Copies &copies);

private:
  std::string functions(const StackCopy &stack, bool handler);

  Unwinder unwinder_;
  SourceLines lines_;
};

} // namespace cts
