// Where a signal handler and what it has interrupted stood when something went wrong, in words.
#pragma once

#include "trace/events.h"
#include "trace/source_lines.h"
#include "trace/unwinder.h"

namespace cts {

class HandlerStacks {
public:
  HandlerStacks(const MachineFacts &machine, const std::vector<Mapping> &mappings)
      : unwinder_(machine, mappings), lines_(mappings) {}

  // The copies that stand after an event: of what was interrupted, then of the handler.
  class Copies {
  public:
    // Is the event a part of them? Then it is taken in.
    bool takes(const RawEvent &raw);

  private:
    std::vector<StackCopy> stacks_;
    friend HandlerStacks;
  };

  // A sentence for each copy, with its functions, innermost first; of the handler those of the
  // runtime alone.
  std::vector<std::string> described(const Copies &copies);

private:
  std::string functions(const StackCopy &stack, bool handler);

  Unwinder unwinder_;
  SourceLines lines_;
};

} // namespace cts
