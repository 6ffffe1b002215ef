// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "validator/machines/states.h"

#include "rules/inquiry.h"
#include "rules/states.h"
#include "validator/machines/mutex.h"
#include "validator/machines/sync.h"

#include <algorithm>
#include <span>

namespace cts {

using namespace ompt_abi;

struct Activity {
  Rule rule;
  const char *words; // "the thread …"
  std::array<u32, 5> states;
};

namespace {

// The first samples of a phase may show the one before, for states begin and end late. Of the rest
// so many must have been taken, in at least so many seconds; then the phase is told rightly if at
// least `sure` of them fit, and wrongly if more than `doubt` show what it is not. Between the two
// nothing is said (readings.md).
constexpr u32 skipped = 2, decisive = 20;
constexpr double seconds = 0.015, doubt = 0.5, sure = 0.9;

constexpr u32 barrier = ompt_state_wait_barrier, implicit = ompt_state_wait_barrier_implicit;

struct Waiting {
  u32 kind; // ompt_sync_region_t, or ompt_mutex_t
  Activity activity;
};
// The deprecated states may stand for those that took their place.
constexpr Waiting regions[] = {
    {ompt_sync_region_barrier_explicit,
     {rule::state_barrier_explicit,
      "waits in an explicit barrier",
      {ompt_state_wait_barrier_explicit, barrier}}},
    {ompt_sync_region_barrier_implicit_workshare,
     {rule::state_barrier_implicit_workshare,
      "waits in the barrier of a worksharing construct",
      {ompt_state_wait_barrier_implicit_workshare, implicit, barrier}}},
    {ompt_sync_region_barrier_implicit_parallel,
     {rule::state_barrier_implicit_parallel,
      "waits at the end of a parallel region",
      {ompt_state_wait_barrier_implicit_parallel, implicit, barrier}}},
    {ompt_sync_region_barrier_implementation,
     {rule::state_barrier_implementation,
      "waits in a barrier of the implementation",
      {ompt_state_wait_barrier_implementation, barrier}}},
    {ompt_sync_region_barrier_teams,
     {rule::state_barrier_teams,
      "waits at the end of a teams region",
      {ompt_state_wait_barrier_teams, barrier}}},
    {ompt_sync_region_taskwait,
     {rule::state_taskwait, "waits in a taskwait", {ompt_state_wait_taskwait}}},
    {ompt_sync_region_taskgroup,
     {rule::state_taskgroup, "waits at the end of a taskgroup", {ompt_state_wait_taskgroup}}},
};
// A worker may be called idle already, while others are still in the region, and still be waiting
// where the region is over, until it says that it has left the barrier.
constexpr Activity joins(Rule rule, const char *words) {
  return {rule,
          words,
          {ompt_state_wait_barrier_implicit_parallel, implicit, ompt_state_wait_barrier_teams,
           barrier, ompt_state_idle}};
}
constexpr Activity worker_joins =
    joins(rule::state_barrier_implicit_parallel, "waits at the end of a parallel region");
constexpr Activity worker_leaves = joins(rule::state_idle, "belongs to no team");
constexpr Activity waits_for_mutex(const char *words, u32 state) {
  return {rule::state_mutex_specific_or_generic, words, {state, ompt_state_wait_mutex}};
}
constexpr Waiting mutexes[] = {
    {ompt_mutex_lock, waits_for_mutex("waits for a lock", ompt_state_wait_lock)},
    {ompt_mutex_nest_lock, waits_for_mutex("waits for a nestable lock", ompt_state_wait_lock)},
    {ompt_mutex_critical, waits_for_mutex("waits for a critical region", ompt_state_wait_critical)},
    {ompt_mutex_atomic, waits_for_mutex("waits for an atomic region", ompt_state_wait_atomic)},
    {ompt_mutex_ordered, waits_for_mutex("waits for an ordered region", ompt_state_wait_ordered)},
};
constexpr Activity serial{rule::state_work_serial,
                          "executes the program's code outside all parallel regions",
                          {ompt_state_work_serial}};
constexpr Activity parallel{rule::state_work_parallel,
                            "executes the program's code in a parallel region",
                            {ompt_state_work_parallel, ompt_state_work_reduction}};
constexpr Activity idle{rule::state_idle, "belongs to no team", {ompt_state_idle}};
constexpr Activity free_agent{rule::state_free_agent,
                              "executes a task of a team that it does not belong to",
                              {ompt_state_work_free_agent}};
constexpr Activity device{
    rule::state_target_wait,
    "waits for a device",
    {ompt_state_wait_target, ompt_state_wait_target_map, ompt_state_wait_target_update}};

const Activity *find(std::span<const Waiting> rows, u32 kind) {
  const auto row = std::ranges::find(rows, kind, &Waiting::kind);
  return row == rows.end() ? nullptr : &row->activity;
}

// The thread executes the program's code, and the runtime's not at all.
bool works(const Activity &activity) {
  return &activity == &serial || &activity == &parallel || &activity == &free_agent;
}

bool fits(const Activity &activity, u32 state) {
  // Unused places hold 0, which is work_serial.
  const auto &states = activity.states;
  return state == states[0] ||
         (state != 0 && std::find(states.begin(), states.end(), state) != states.end());
}

// A barrier that closes a region is open, as far as is told.
bool may_wait_at_end(const Task &task, bool told) {
  return !told ||
         (!task.regions.empty() && task.regions.back().event == ompt_callback_sync_region &&
          closes_region(task.regions.back().kind));
}

// From here on values of states belong to the implementation: what such a state tells of, only it
// knows.
constexpr u32 first_own_state = 0x200;

std::string text(u32 state) { return render(enum_kind::state, state); }

bool more_than(double share, u32 part, u32 all) {
  return static_cast<double>(part) > share * static_cast<double>(all);
}

} // namespace

States::States(const Context &context, const Targets &targets, const DataOps &data_ops,
               const Devices &devices, Inquiry &inquiry)
    : Machine(context), targets_(targets), data_ops_(data_ops), devices_(devices),
      inquiry_(inquiry), frequency_(context.trace.clock().frequency),
      stacks_(context.trace.mappings()) {
  const Trace &trace = context.trace;
  const std::string path = trace.environment("program");
  // A runtime that is linked into the program cannot be told from it.
  if (path == trace.environment("runtime_library"))
    return;
  for (const Mapping &mapping : trace.mappings())
    if (mapping.path == path)
      program_.push_back(mapping);
}

bool States::in_program(u64 address) const {
  return std::ranges::any_of(
      program_, [&](const Mapping &m) { return address >= m.low && address < m.high; });
}

bool States::take(const RawEvent &raw) {
  if (raw.code == event::samples_of::event_code) {
    event::samples_of e;
    if (decode(raw, e))
      streams_[raw.thread].of = e.of;
    return true;
  }
  const auto found = streams_.find(raw.thread);
  if (found == streams_.end())
    return false;
  judge.now_judging({raw.thread, raw.position});
  look(found->second, raw);
  return true;
}

void States::look(Stream &stream, const RawEvent &raw) {
  const EventRef ref{raw.thread, raw.position};
  const auto is = [&](auto &e) { return raw.code == e.event_code && decode(raw, e); };
  event::sample sample;
  event::sample_asks asks;
  event::probe_thread state;
  event::probe_parallel region;
  event::probe_task task;
  event::probe_target target;
  event::probe_memory memory;
  event::sample_fault fault;
  event::sample_allocation allocation;
  if (stream.incident && !stream.incident->stacks.takes(raw))
    tell(stream);
  if (is(sample)) {
    stream.time = raw.time;
    stream.counter = sample.pc;
    stream.answered = {};
  } else if (is(asks)) {
    stream.asks = asks.entry_points;
  } else if (is(state)) {
    inquiry_.judge_state(state);
    inquiry_.judge_number(state.unique_id, true);
    const Thread *thread = world.find_thread(stream.of);
    const bool may_have_ended = state.thread.null() && !judge.promised(ompt_callback_thread_end);
    if (thread && thread->begun && !thread->ended && thread->id && !may_have_ended)
      judge.require(rule::get_thread_data_current, state.thread.id == thread->id, [&] {
        return Message("in a signal handler ompt_get_thread_data gives {}, not H{}",
                       text_of(state.thread, 'H'), thread->id)
            .why("the thread began here", thread->begin);
      });
    stream.state = state.state;
    stream.wait_id = state.wait_id;
    stream.answered = ref;
  } else if (is(region)) {
    result(region.result, "ompt_get_parallel_info");
    readable(region.result, !region.parallel.unreadable(), region.parallel.address,
             "parallel_data");
  } else if (is(task)) {
    result(task.result, "ompt_get_task_info");
    readable(task.result, !task.task.unreadable(), task.task.address, "task_data");
    readable(task.result, !task.parallel.unreadable(), task.parallel.address, "parallel_data");
    readable(task.result, !task.frame.unreadable(), task.frame.address, "task_frame");
  } else if (is(target)) {
    result(target.result, "ompt_get_target_info");
  } else if (is(memory)) {
    result(memory.result, "ompt_get_task_memory");
    judge.require(memory.size == 0 || memory.address != 0, [&] {
      return sigsafe_consistent::null_block{.block = memory.block, .size = memory.size};
    });
  } else if (is(fault)) {
    const std::string ends =
        fault.signal ? fmt::format("ends in signal {} at {:#x}", fault.signal, fault.address)
                     : "does not come back";
    stream.incident = {
        rule::sigsafe_inquiry,
        fmt::format("asked in a signal handler for {}, the runtime {}", stream.asks, ends),
        ref,
        {}};
  } else if (is(allocation)) {
    stream.incident = {rule::sigsafe_first_touch_tls,
                       fmt::format("asked in a signal handler for {}, the runtime allocates {} "
                                   "bytes",
                                   stream.asks, allocation.bytes),
                       ref,
                       {}};
  } else if (raw.code == event::sample_end::event_code) {
    if (stream.answered.valid())
      sampled(stream);
  }
}

void States::tell(Stream &stream) {
  const auto incident = std::exchange(stream.incident, std::nullopt);
  judge.violated(incident->rule, [&] {
    Message message(incident->message);
    for (std::string &side : stacks_.described(incident->stacks))
      message.why(std::move(side));
    return std::move(message).at(incident->at);
  });
}

void States::result(i32 given, std::string_view entry_point) {
  judge.require(given >= 0 && given <= 2, [&] {
    return sigsafe_inquiry::no_result{.entry_point = entry_point, .result = given};
  });
}

void States::readable(i32 given, bool read, u64 address, std::string_view what) {
  if (given == 2)
    judge.require(read,
                  [&] { return sigsafe_consistent::unreadable{.what = what, .address = address}; });
}

void States::sampled(Stream &stream) {
  ++stream.samples;
  judge.held(rule::sigsafe_inquiry);
  if (stream.state == ompt_state_undefined && !stream.undefined++)
    stream.first_undefined = stream.answered;

  const Thread *thread = world.find_thread(stream.of);
  const Phase phase = thread ? phase_of(*thread, stream.counter) : Phase{};
  Seen &seen = stream.seen;
  // In a library, on the way from one phase to the next, or in a state that the runtime lacks.
  if (!phase.activity || !supported(*phase.activity))
    return;
  if (phase != seen.phase) {
    judge_phase(seen);
    seen = {};
    seen.phase = phase;
  }
  if (++seen.samples <= skipped)
    return;
  if (!seen.begin)
    seen.begin = stream.time;
  seen.end = stream.time;
  const bool overhead = stream.state == ompt_state_overhead;
  if (works(*phase.activity) && !may_reduce(*thread)) {
    if (overhead && !seen.working_overhead++)
      seen.first_overhead = stream.answered;
    if (stream.state == ompt_state_work_reduction && !seen.reducing++)
      seen.first_reducing = stream.answered;
  }
  if (fits(*phase.activity, stream.state) || stream.state >= first_own_state)
    ++seen.fitting;
  else if (overhead)
    ++seen.overhead;
  else if (!seen.wrong_state.valid()) {
    seen.state = stream.state;
    seen.wrong_state = stream.answered;
  }
  const bool mutex_state =
      stream.state >= ompt_state_wait_mutex && stream.state <= ompt_state_wait_ordered;
  if (phase.wait_id && mutex_state) {
    ++seen.in_mutex_state;
    if (stream.wait_id != phase.wait_id && !seen.other_wait_ids++) {
      seen.wait_id = stream.wait_id;
      seen.wrong_wait_id = stream.answered;
    }
  }
}

// A runtime may support a subset of the states (19.6.1.1): what it has no word for it cannot show.
// That it may say idle instead is no word for it.
bool States::supported(const Activity &activity) const {
  return std::ranges::any_of(activity.states, [&](const u32 &state) {
    return (&state == activity.states.data() || (state && state != ompt_state_idle)) &&
           inquiry_.offers(state);
  });
}

void States::judge_phase(const Seen &seen) {
  if (seen.samples < skipped + decisive ||
      static_cast<double>(seen.end - seen.begin) < seconds * static_cast<double>(frequency_))
    return;
  const u32 all = seen.samples - skipped, wrong = all - seen.fitting - seen.overhead;
  const Activity &activity = *seen.phase.activity;
  if (!more_than(1 - sure, all - seen.fitting, all))
    judge.held(activity.rule);
  else if (more_than(doubt, wrong, all))
    judge.violated(activity.rule, [&] {
      return Message("the thread {}; {} of {} samples show another state, as {}", activity.words,
                     wrong, all, text(seen.state))
          .why("it has done so since here", seen.phase.since)
          .at(seen.wrong_state);
    });
  const auto only_elsewhere = [&](Rule rule, u32 count, const char *state, EventRef first) {
    judge.require(rule, !more_than(doubt, count, all), [&] {
      return Message("the thread {}; {} of {} samples show {}", activity.words, count, all, state)
          .why("it has done so since here", seen.phase.since)
          .at(first);
    });
  };
  if (works(activity)) {
    only_elsewhere(rule::state_overhead, seen.working_overhead, "overhead", seen.first_overhead);
    only_elsewhere(rule::state_reduction, seen.reducing, "work_reduction", seen.first_reducing);
  }
  if (seen.in_mutex_state >= decisive)
    judge.require(!more_than(doubt, seen.other_wait_ids, seen.in_mutex_state), [&] {
      return get_state_wait_id::another_word{.expected = seen.phase.wait_id, .found = seen.wait_id}
          .why("the mutex was asked for here", seen.phase.since)
          .at(seen.wrong_wait_id);
    });
}

// What the events say that the thread does, as far as a rule says which state it has then.
States::Phase States::phase_of(const Thread &thread, u64 counter) const {
  if (!thread.begun || thread.ended)
    return {};
  if (thread.mutex.request.state != static_cast<u8>(mutex::Request::none))
    return {find(mutexes, thread.mutex.request.kind), thread.mutex.request.asked,
            thread.mutex.request.wait_id};
  if (thread.type == ompt_thread_worker) {
    const bool outside = thread.entered.empty();
    // One that is free may execute tasks without being a member of a team (6.0).
    if (outside && thread.current && thread.current->kind == Task::Kind::explicit_)
      return in_program(counter) ? Phase{&free_agent, thread.current->last, 0} : Phase{};
    const Task *task = outside ? nullptr : world.tasks.find(thread.entered.back().task);
    const Parallel *region = task ? world.region_of(*task) : nullptr;
    // A worker may tell late that its implicit task has ended: the region ends for all at once.
    if (region && region->ended &&
        may_wait_at_end(*task, judge.promised(ompt_callback_sync_region)))
      return {&worker_leaves, task->created, 0};
    if (outside || (region && region->ended))
      return {&idle, task ? task->created : thread.begin, 0};
  }
  const Task *task = thread.current;
  if (!task)
    return {};
  if (!task->regions.empty()) {
    const OpenRegion &region = task->regions.back();
    if (region.event == ompt_callback_sync_region) {
      if (region.state != static_cast<u8>(SyncState::waiting))
        return {};
      const bool joins = thread.type == ompt_thread_worker &&
                         region.kind == ompt_sync_region_barrier_implicit_parallel;
      return {joins ? &worker_joins : find(regions, region.kind), region.begin, 0};
    }
  }
  if (!in_program(counter)) {
    // A device that works on the thread itself is in an operation meanwhile.
    const TargetRegion *target = targets_.on_thread(thread.number);
    return target && target->task == task->id && devices_.live(target->device_num) &&
                   !data_ops_.operates(thread.number)
               ? Phase{&device, target->begin, 0}
               : Phase{};
  }
  const Parallel *region = world.region_of(*task);
  if (task->kind == Task::Kind::initial && !region && !task->open_parallel)
    return {&serial, task->created, 0};
  // A region of one thread may be shown as serial.
  if (task->kind == Task::Kind::implicit && region && region->actual > 1 && !task->open_parallel)
    return {&parallel, task->created, 0};
  return {};
}

// Does the thread combine partial results, as far as events tell? There is nothing to combine
// outside all regions.
bool States::may_reduce(const Thread &thread) const {
  const Task *task = thread.current;
  if (!task)
    return true;
  if (task->kind == Task::Kind::initial)
    return false;
  return !judge.promised(ompt_callback_reduction) ||
         std::ranges::any_of(task->regions, [](const OpenRegion &region) {
           return region.event == ompt_callback_reduction;
         });
}

void States::at_end() {
  for (auto &[number, stream] : streams_) {
    if (stream.incident)
      tell(stream);
    judge_phase(stream.seen);
    if (stream.samples >= decisive)
      judge.require(!more_than(doubt, stream.undefined, stream.samples), [&] {
        return state_maintained::unknown_state{
            .undefined = stream.undefined, .samples = stream.samples, .thread = stream.of}
            .at(stream.first_undefined);
      });
  }
}

} // namespace cts
