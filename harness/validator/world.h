// The state that the trace has shown so far: live threads, parallel regions and tasks, and each
// thread's current task. All machines read it. One machine owns each part (named at the part) and
// alone changes it. Data that only its owner reads is in a struct with the owner's name.
#pragma once

#include "trace/reader.h"
#include "validator/by_thread.h"
#include "validator/judge.h"
#include "validator/live_table.h"
#include "validator/machines/host/dispatched_iterations.h"
#include "validator/machines/host/taskloop_creates.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace cts {

struct Task;

// A native thread: one stream of the trace. Owner: machines/host/threads.
struct Thread {
  u32 number = 0; // of the stream
  u32 id = 0;     // of its thread_data; 0 before thread-begin
  u32 type = 0;   // ompt_thread_t
  bool begun = false;
  bool ended = false;
  EventRef begin, end;
  u64 stack_low = 0, stack_high = 0;
  bool main = false;      // the process began with it
  bool of_league = false; // it has executed a team's initial task

  // The thread's current task. Owner: machines/host/implicit_tasks (begin, end) and
  // machines/tasking/schedule.
  Task *current = nullptr;
  // The implicit and initial tasks that have begun here and not ended, outermost first, each with
  // the task that was current at its begin.
  struct Entered {
    u32 task = 0;
    u32 suspended = 0;
    bool initial = false;
  };
  std::vector<Entered> entered;

  u32 just_created = 0; // the task that its last event created. Owner: machines/tasking/tasks

  struct {
    std::vector<u32> tied; // tasks that started here and are not over
  } constraint;
  struct {
    // The last request, until the thread's next event.
    struct Request {
      u64 wait_id = 0;
      u32 kind = 0;
      u8 state = 0; // mutex::Request
      EventRef asked;
    } request;
    bool watch = false; // the next event here says something about a mutex
  } mutex;
  struct {
    u32 announced = 0; // the task of its last reported dependences
  } ordering;
  struct {
    // The untied task that was current here when another thread reported it complete: its
    // suspension here may still be reported.
    u32 gone = 0;
  } schedule;
  struct {
    i64 held[8] = {}; // mutexes by kind, acquired and not released
  } notes;
};

struct Team; // machines/host/team

// A distribute region, shared by all teams of a league. Owner: machines/host/work.
struct SharedDistribute {
  u64 count = 0; // as the first team to come said
  EventRef first;
  u64 dispatched = 0; // iterations
  DispatchedIterations chunks;
  u32 ended = 0; // teams that have come out of it
  AllDispatches of_ended;
};

// A parallel region, or a league of teams. Owner: machines/host/parallel.
struct Parallel {
  u32 id = 0;
  u64 address = 0; // of the word at its begin
  EventRef begin;
  u32 thread = 0; // number of the encountering thread
  u32 encountering_task = 0;
  u32 flags = 0;
  u32 requested = 0;
  u64 codeptr = 0;
  bool league = false;
  bool ended = false; // parallel-end was seen; members may lag
  u32 outer = 0;      // the region that the encountering task belongs to; 0: none with events

  // Members. Owner: machines/host/implicit_tasks.
  u32 actual = 0;                // from the members' events; 0 before the first
  u32 begun = 0, finished = 0;   // how many members have begun, ended
  bool own_member_ended = false; // the encountering thread's
  // Explicit tasks bound to the region that are not complete. Owner: machines/tasking/tasks.
  u64 live_tasks = 0;

  bool cancelled = false; // Owner: machines/host/team

  struct {
    u64 time = 0;
    EventRef at;
  } left; // of a league: here the task that encountered it went on
  struct {
    u32 activated = 0, detected = 0; // the constructs whose cancellation was
    EventRef detection;
  } cancel;
  struct {
    std::vector<bool> index_seen;
  } implicit_tasks;
  struct {
    Team *now = nullptr; // what not all members have passed
  } team;
  struct {
    std::vector<SharedDistribute> distributes; // of a league
  } work;
};

// A region with scope begin and end that contains a task: work, sync_region, sync_region_wait,
// masked, reduction. Owner: the machine of that event.
struct OpenRegion {
  u8 event = 0; // code
  u32 kind = 0;
  u32 parallel = 0;
  u64 count = 0;
  EventRef begin;
  u32 thread = 0;

  u8 state = 0;                 // inside or waiting. Owner: machines/host/sync
  bool waited = false;          // its waiting has begun at least once
  bool has_dependences = false; // a taskwait that waits for some children only
  u32 position = 0; // which of its task's worksharing or distribute regions, or of all taskloops

  struct {
    EventRef crossed; // where a region around it ended first
  } regions;
  struct {
    u32 outer_group = 0; // of a taskgroup: the group around it
  } task_sync;
  struct {
    CreatesInside creates; // of a taskloop
    Dispatches got;        // what its task was given of it
    i32 vector = 0;        // of a loop: the length of its doacross vectors
  } work;
};

// A task of any kind.
struct Task {
  enum class Kind : u8 { initial, implicit, explicit_, target, taskwait };
  enum class State : u8 { created, running, suspended, detached, completed };

  u32 id = 0;
  u64 address = 0; // of the word at its creation
  Kind kind = Kind::explicit_;
  State state = State::created;
  u32 flags = 0;
  u32 parent = 0;   // generating task (explicit) or encountering task of the region (implicit)
  u32 parallel = 0; // innermost enclosing region with events; 0: none
  u32 contention_group = 0; // by the initial task; 0: unknown
  u32 thread = 0;           // number of the thread it runs on or was last seen on
  EventRef created;         // task-create, or implicit-task begin
  EventRef last;            // the last event that changed its state

  // Implicit and initial tasks.
  u32 index = 0;
  u32 actual = 0;
  u32 open_parallel = 0; // the region it has encountered and that has not ended
  u32 ended_league = 0;  // its last encountered league, until it continues after the league's end

  // Explicit tasks. Owner: machines/tasking/tasks and machines/tasking/schedule.
  bool has_dependences = false;
  bool started = false;
  bool generated = false;  // its thread went on after the creation. Owner: machines/tasking/tasks
  u32 first_thread = 0;    // where it started
  u32 live_children = 0;   // generated by it and not complete
  bool has_merged = false; // a merged task is part of it

  u32 taskloop = 0;       // that generated it, by OpenRegion::position; 0: none
  bool discarded = false; // by cancellation
  bool retired = false;   // no task waits for it: over, discarded or merged
  bool cancelled = false; // it has met an active cancellation point. Owner: machines/host/cancel
  struct {
    EventRef leaves;   // here it noticed that it must continue at its own end
    EventRef left, at; // the cancelled loop or sections region began, and it noticed that here
  } cancel;
  bool suspected =
      false;       // of being incomplete where it must not be. Owner: machines/tasking/ordering
  u32 awaited = 0; // the undeferred child that it waits for. Owner: machines/tasking/tasks
  struct {
    EventRef at; // here the task that waits for this one went on
    u8 code = 0; // of that event
  } passed;      // Owner: machines/tasking/tasks

  // The regions that contain the task, outermost first.
  std::vector<OpenRegion> regions;

  // Barriers that the task has begun; an explicit task has the number of the implicit task that it
  // descends from. Owner: machines/host/team.
  u32 barriers_met = 0;
  // The barrier that closes the region: ahead, open or passed. Owner: machines/host/barriers.
  u8 closing = 0;
  EventRef closing_begin;
  // Owner: machines/tasking/task_sync; due: the tasks that waited (machines/machine.h).
  u32 group = 0;      // innermost taskgroup that it belongs to
  u32 open_group = 0; // the taskgroup of the tasks that it generates now
  u64 due_time = 0;   // when the task that waited for it continued
  EventRef due;
  u16 due_rule = 0;

  struct {
    u8 last = 0; // its last barrier's kind
  } barriers;
  struct {
    u32 offspring = 0; // children that are not forgotten
  } constraint;
  struct {
    bool announced = false; // its dependences were listed
    bool sets = false;      // its children may depend on sets of tasks
  } dependences;
  struct {
    u32 scheduled_from = 0; // the task below it on the stack where it started
  } info;
  struct {
    u32 blocks = 0;        // critical, atomic and ordered ones that it is in
    bool doacross = false; // its loop has doacross dependences
    EventRef alone;        // an ordered region that it released and had not acquired
    u64 alone_id = 0;
  } mutex;
  struct {
    bool fulfilled = false;
    u32 over = 0; // the previous task when it became current
    u8 last = 0;  // code of its last event that is no schedule event
    // The task was suspended inside a block and has done nothing since; the event before that.
    EventRef switched;
    u8 switched_after = 0;
  } schedule;
  struct {
    u32 generated = 0;   // its generated target task, whose region is not reported yet
    bool region = false; // of a target task: the same
  } target;
  struct {
    // An implicit task's position in the team's sequence.
    u32 worksharings = 0;
    u32 explicit_barriers = 0;
  } team;
  struct {
    u32 distributes = 0; // begun
    // The last task that it created, if that was its last event.
    u64 last_create_codeptr = 0;
    EventRef last_create;
  } work;

  // The announcement of an initial task by task-create, which 5.0 allows besides its begin.
  bool announces_initial() const {
    return kind == Kind::explicit_ && !started && has_flag(ompt_abi::ompt_task_initial);
  }

  static constexpr std::size_t none = ~std::size_t{0};
  // The index in `regions` of the innermost region of this event, or of this event and kind.
  std::size_t innermost(u8 event) const {
    return find_region([&](const OpenRegion &region) { return region.event == event; });
  }
  std::size_t innermost(u8 event, u32 kind) const {
    return find_region(
        [&](const OpenRegion &region) { return region.event == event && region.kind == kind; });
  }
  // The same region; null if there is none.
  const OpenRegion *innermost_region(u8 event) const {
    const std::size_t index = innermost(event);
    return index == none ? nullptr : &regions[index];
  }

  bool has_flag(u32 flag) const { return (flags & flag) != 0; }
  bool untied() const { return has_flag(ompt_abi::ompt_task_untied); }
  // The task has the data of its generating task and no schedule events.
  bool merged() const { return has_flag(ompt_abi::ompt_task_merged); }

  // Makes the task new, but keeps the memory of its regions: see LiveTable.
  void reset() {
    std::vector<OpenRegion> memory = std::move(regions);
    memory.clear();
    std::destroy_at(this);
    std::construct_at(this);
    regions = std::move(memory);
  }

private:
  template <class Is> std::size_t find_region(Is &&is) const {
    const OpenRegion *const outermost = regions.data();
    for (const OpenRegion *region = outermost + regions.size(); region != outermost;)
      if (is(*--region))
        return static_cast<std::size_t>(region - outermost);
    return none;
  }
};

// The identifiers given to entities so far. The checker gives each thread runs of identifiers, so a
// few intervals hold them all.
class CreatedIdentifiers {
public:
  void add(u32 id);
  bool contains(u32 id) const;

private:
  std::map<u32, u32> runs_; // first -> one past last
};

class World {
public:
  // The thread with this stream number, made at first use.
  [[gnu::always_inline]] Thread &thread(u32 number) {
    Thread *known = find_thread(number);
    return known ? *known : add(number);
  }
  // Null if the trace has not shown the thread.
  Thread *find_thread(u32 number) const {
    Thread *const *known = by_number_.find(number);
    return known ? *known : nullptr;
  }
  std::map<u32, Thread> &threads() { return threads_; }

  EntityTable<Task> tasks;
  EntityTable<Parallel> parallels;
  CreatedIdentifiers created;

  // The process ends inside a parallel region, or the runtime does not report regions. Owner:
  // machines/interface/finalization.
  bool exits_in_region = false;

  Task *task(const Data &d) const { return d.id ? tasks.find(d.id) : nullptr; }
  Parallel *parallel(const Data &d) const { return d.id ? parallels.find(d.id) : nullptr; }
  // The region that the task belongs to; null for a region without events.
  Parallel *region_of(const Task &t) const {
    return t.parallel ? parallels.find(t.parallel) : nullptr;
  }

  // A region that no construct of the program makes: a runtime may build each team of a league in a
  // region of its own.
  bool wraps_team(const Parallel &region) const {
    const Parallel *outer = region.outer ? parallels.find(region.outer) : nullptr;
    return outer && outer->league && region.codeptr == 0 &&
           (region.flags & ompt_abi::ompt_parallel_invoker_runtime) != 0;
  }

  // Whether the word names the region that the task belongs to.
  bool names_region_of(const Task &task, const Ref &parallel) const;
  // Whether the event may name the league in place of the region. A runtime may wrap a team's body
  // in a region of one thread that the program does not have.
  bool wraps_team(const Parallel &region, const Ref &league) const;

  u64 shown = 0; // circumstances (circumstances.h), by the trace so far. Owner: shown.h

  // The stamp of the event under judgement.
  u64 now = 0;
  // A task, as long as it is among the last that have ended.
  struct Ended {
    u32 id = 0;
    u32 thread = EventRef::no_thread; // that reported the end; unknown if no thread has executed it
    u32 parent = 0, flags = 0;
    u64 time = 0;
    EventRef created;
  };
  Ended remembered(const Task &task) const {
    const bool executed = task.started || task.kind == Task::Kind::taskwait;
    return {task.id,     executed ? task.last.thread : EventRef::no_thread,
            task.parent, task.flags,
            now,         task.created};
  }
  // A task has ended, and its entity is about to be erased.
  void ends(const Task &task) { ended_.add(remembered(task)); }
  // Without an identifier: not remembered, or not ended.
  Ended ended(u32 id) const {
    const auto *found = std::ranges::find(ended_, id, &Ended::id);
    return found == ended_.end() ? Ended{} : *found;
  }
  // Whether the task had not yet ended at this event's stamp. Events of a thread that was held back
  // (see MergedReader::defer) are read after later events of other threads.
  bool ends_later(u32 id) const {
    const Ended task = ended(id);
    return task.id && task.time >= now;
  }
  // Whether the task is remembered to have ended on this thread.
  bool ended_on(u32 id, u32 thread) const { return id && ended(id).thread == thread; }

  // The task itself, or the task that it is merged into; null if that is unknown.
  Task *unmerged(Task *task) const {
    while (task && task->merged())
      task = tasks.find(task->parent);
    return task;
  }
  // An event of the thread names this task. Inside a merged task it may name that task or the task
  // that generated it; the named task is then the current one.
  void names(Thread &thread, u32 id) const {
    if (Task *task = thread.current && thread.current->id != id ? tasks.find(id) : nullptr;
        task && (task->merged() || thread.current->merged()) &&
        unmerged(task) == unmerged(thread.current))
      thread.current = task;
  }

  // Whether this identifier belonged to an entity that has ended.
  bool dead(const Data &d) const {
    return d.id && !tasks.find(d.id) && !parallels.find(d.id) && created.contains(d.id);
  }

private:
  [[gnu::cold]] Thread &add(u32 number);

  Latest<Ended, 64> ended_;

  std::map<u32, Thread> threads_;
  ByThread<Thread *> by_number_; // the same, found faster
};

// The position of the event under judgement.
struct Here {
  EventRef ref;
  u64 time;
  u8 code;
  Thread &thread;
  const RawEvent &raw;
};

} // namespace cts
