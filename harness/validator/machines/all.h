// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All machines of a validator run, in the order in which they see an event: first those that judge
// it by what was before (notes, identity, regions), then those that change who executes what.
#pragma once

#include "validator/machines/answers.h"
#include "validator/machines/cancel.h"
#include "validator/machines/constraint.h"
#include "validator/machines/dependences.h"
#include "validator/machines/error.h"
#include "validator/machines/flush.h"
#include "validator/machines/identity.h"
#include "validator/machines/implicit_tasks.h"
#include "validator/machines/lifecycle.h"
#include "validator/machines/locks.h"
#include "validator/machines/masked.h"
#include "validator/machines/mutex.h"
#include "validator/machines/notes.h"
#include "validator/machines/ordering.h"
#include "validator/machines/parallel.h"
#include "validator/machines/schedule.h"
#include "validator/machines/sync.h"
#include "validator/machines/tasks.h"
#include "validator/machines/threads.h"
#include "validator/machines/work.h"

namespace cts {

struct Machines {
  Machines(Judge &judge, World &world, const Trace &trace)
      : uncertainty(
            static_cast<u64>(static_cast<double>(trace.clock().frequency) * stamp_uncertainty)),
        notes(judge, world, trace), answers(judge, world, trace), identity(judge, world),
        lifecycle(judge, world, uncertainty), threads(judge, world), parallels(judge, world),
        implicit_tasks(judge, world, threads), ordering(judge, world, uncertainty),
        constraint(judge, world), tasks(judge, world, constraint),
        schedule(judge, world, threads, ordering, constraint), dependences(judge, world, ordering),
        cancel(judge, world, schedule), flush(judge, world), error(judge, world),
        locks(judge, world, uncertainty), mutex(judge, world, locks, uncertainty),
        teams(judge, world, uncertainty), regions(judge, world, teams, uncertainty),
        barriers(judge, world), task_sync(judge, world, teams), work(judge, world, regions, teams),
        masked(judge, world, regions), reductions(judge, world, regions),
        sync(judge, world, regions, teams, barriers, task_sync) {}

  u64 uncertainty; // stamps of two threads closer than this many ticks count as unordered
  Notes notes;
  Answers answers;
  Identity identity;
  Lifecycle lifecycle;
  Threads threads;
  Parallels parallels;
  ImplicitTasks implicit_tasks;
  Ordering ordering;
  Constraint constraint;
  Tasks tasks;
  Schedule schedule;
  Dependences dependences;
  Cancel cancel;
  Flush flush;
  Error error;
  Locks locks;
  Mutex mutex;
  Teams teams;
  Regions regions;
  Barriers barriers;
  TaskSync task_sync;
  Work work;
  Masked masked;
  Reductions reductions;
  Sync sync;

  template <class F> void for_each(F &&f) {
    f(notes);
    answers.for_each(f);
    f(lifecycle);
    f(threads);
    f(work);
    f(masked);
    f(reductions);
    f(sync);
    f(regions);
    f(barriers);
    f(teams);
    f(cancel);
    f(parallels);
    f(locks);
    f(mutex);
    f(flush);
    f(error);
    f(ordering);
    f(dependences);
    f(tasks);
    f(task_sync);
    f(schedule);
    f(implicit_tasks);
  }
};

} // namespace cts
