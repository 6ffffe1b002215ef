// All machines of a run, made from machines.def.
#pragma once

#include "validator/machines/frames/frames.h"
#include "validator/machines/frames/stacks.h"
#include "validator/machines/host/barriers.h"
#include "validator/machines/host/cancel.h"
#include "validator/machines/host/codeptr.h"
#include "validator/machines/host/dispatch.h"
#include "validator/machines/host/error.h"
#include "validator/machines/host/flush.h"
#include "validator/machines/host/implicit_tasks.h"
#include "validator/machines/host/locks.h"
#include "validator/machines/host/masked.h"
#include "validator/machines/host/mutex.h"
#include "validator/machines/host/parallel.h"
#include "validator/machines/host/reduction.h"
#include "validator/machines/host/regions.h"
#include "validator/machines/host/states.h"
#include "validator/machines/host/sync.h"
#include "validator/machines/host/team.h"
#include "validator/machines/host/threads.h"
#include "validator/machines/host/work.h"
#include "validator/machines/interface/activation.h"
#include "validator/machines/interface/finalization.h"
#include "validator/machines/interface/identity.h"
#include "validator/machines/interface/info.h"
#include "validator/machines/interface/inquiry.h"
#include "validator/machines/interface/registration.h"
#include "validator/machines/notes/notes.h"
#include "validator/machines/target/data_ops.h"
#include "validator/machines/target/devices.h"
#include "validator/machines/target/driver.h"
#include "validator/machines/target/target.h"
#include "validator/machines/target/trace_buffers.h"
#include "validator/machines/target/trace_records.h"
#include "validator/machines/target/trace_times.h"
#include "validator/machines/target/traced_operations.h"
#include "validator/machines/target/traced_regions.h"
#include "validator/machines/target/tracing.h"
#include "validator/machines/tasking/constraint.h"
#include "validator/machines/tasking/dependences.h"
#include "validator/machines/tasking/ordering.h"
#include "validator/machines/tasking/schedule.h"
#include "validator/machines/tasking/task_sync.h"
#include "validator/machines/tasking/tasks.h"

namespace cts {

struct Machines {
  // The objects that the context refers to must outlive the machines.
  explicit Machines(const Context &context_) : context(context_) {}
  Machines(const Machines &) = delete;

  // Calls f with each machine in order.
  template <class F> void for_each(F &&f) {
#define CTS_MACHINE(type, name, ...) f(name);
#include "validator/machines/machines.def"
  }

  const Context context;
  // A machine may use a machine after it in the list, but only once all are made.
#define CTS_MACHINE(type, name, ...) type name{context __VA_OPT__(, ) __VA_ARGS__};
#include "validator/machines/machines.def"
};

} // namespace cts
