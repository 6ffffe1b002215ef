// The tasks that a task creates inside its taskloop region: those of the construct, and those of
// the constructors and destructors of its firstprivate objects.
#pragma once

#include "trace/types.h"

namespace cts {

// Owner: machines/host/work.
struct CreatesInside {
  u64 construct = 0; // the return address of the construct
  u64 first_other = 0;
  u64 own = 0, others = 0; // how many have the construct's return address, or the first other one
  bool mixed = false;      // there is a third return address

  void add(u64 codeptr) {
    if (codeptr == construct) {
      ++own;
      return;
    }
    if (!others)
      first_other = codeptr;
    mixed |= codeptr != first_other;
    ++others;
  }

  // How many the construct has created at least.
  u64 of_construct() const { return own ? own : mixed ? 0 : others; }
};

} // namespace cts
