// All machines of a run, made from machines.def.
#pragma once

#include "validator/machines/activation.h"
#include "validator/machines/barriers.h"
#include "validator/machines/cancel.h"
#include "validator/machines/codeptr.h"
#include "validator/machines/constraint.h"
#include "validator/machines/data_ops.h"
#include "validator/machines/dependences.h"
#include "validator/machines/devices.h"
#include "validator/machines/dispatch.h"
#include "validator/machines/driver.h"
#include "validator/machines/error.h"
#include "validator/machines/finalization.h"
#include "validator/machines/flush.h"
#include "validator/machines/frames.h"
#include "validator/machines/identity.h"
#include "validator/machines/implicit_tasks.h"
#include "validator/machines/info.h"
#include "validator/machines/inquiry.h"
#include "validator/machines/locks.h"
#include "validator/machines/masked.h"
#include "validator/machines/mutex.h"
#include "validator/machines/notes.h"
#include "validator/machines/ordering.h"
#include "validator/machines/parallel.h"
#include "validator/machines/reduction.h"
#include "validator/machines/regions.h"
#include "validator/machines/registration.h"
#include "validator/machines/schedule.h"
#include "validator/machines/stacks.h"
#include "validator/machines/states.h"
#include "validator/machines/sync.h"
#include "validator/machines/target.h"
#include "validator/machines/task_sync.h"
#include "validator/machines/tasks.h"
#include "validator/machines/team.h"
#include "validator/machines/threads.h"
#include "validator/machines/trace_buffers.h"
#include "validator/machines/trace_records.h"
#include "validator/machines/trace_times.h"
#include "validator/machines/traced_operations.h"
#include "validator/machines/traced_regions.h"
#include "validator/machines/tracing.h"
#include "validator/machines/work.h"

namespace cts {

struct Machines {
  // What the context refers to must outlive the machines.
  explicit Machines(const Context &context_) : context(context_) {}
  Machines(const Machines &) = delete;

  // Calls f with each machine in turn.
  template <class F> void for_each(F &&f) {
#define CTS_MACHINE(type, name, ...) f(name);
#include "validator/machines/machines.def"
#undef CTS_MACHINE
  }

  const Context context;
  // A machine may talk to one that stands after it in the list, but not before all are made.
#define CTS_MACHINE(type, name, ...) type name{context __VA_OPT__(, ) __VA_ARGS__};
#include "validator/machines/machines.def"
#undef CTS_MACHINE
};

} // namespace cts
