// The state that gives a thread's subsystem: its current task, and the constructs and waits of that
// task.
#pragma once

#include "ompt_abi/ompt_abi.h"
#include "trace/merge.h"
#include "trace/views/stretch.h"

#include <vector>

namespace cts::view::followed {

using namespace ompt_abi;
using enum Subsystem;

// A construct or a wait that a task is in.
struct Frame {
  enum Kind : u8 { construct, sync, wait, mutex, fork, deps } kind = construct;
  Subsystem state = none;
  u64 label = 0;
  u64 id = 0; // the name in its end: the kind of work or sync region, or the mutex
  bool approximate = false;
  bool stalled = false;
};

struct Task {
  u32 number = 0;
  u64 label = 0;
  bool implicit = false;
  bool undeferred = false;
  u64 outer = 0; // of an implicit task: its thread's previous task
  std::vector<Frame> frames;
};

struct Thread {
  Subsystem base = none;
  bool stalled = false;
  bool worker = false;
  u64 task = 0; // identifier of the current task, or 0
  Shown shown;  // as last reported
};

// The dispatch events that the runtime reports at all: without them, a loop's chunks and sections
// are approximated.
struct Dispatches {
  bool chunks = false, sections = false;
};

inline Dispatches dispatches_of(const Trace &trace) {
  Dispatches found;
  for (const u32 thread : trace.threads()) {
    StreamReader events = trace.stream(thread);
    RawEvent raw;
    while (!(found.chunks && found.sections) && events.next(raw)) {
      event::dispatch e;
      if (raw.code != event::dispatch::event_code || !decode(raw, e))
        continue;
      found.chunks |= e.kind == ompt_dispatch_ws_loop_chunk || e.kind == ompt_dispatch_iteration;
      found.sections |= e.kind == ompt_dispatch_section;
    }
  }
  return found;
}

inline bool is_barrier(u32 kind) {
  switch (kind) {
  case ompt_sync_region_barrier:
  case ompt_sync_region_barrier_implicit:
  case ompt_sync_region_barrier_explicit:
  case ompt_sync_region_barrier_implementation:
  case ompt_sync_region_barrier_implicit_workshare:
  case ompt_sync_region_barrier_implicit_parallel:
  case ompt_sync_region_barrier_teams:
    return true;
  default:
    return false;
  }
}

} // namespace cts::view::followed
