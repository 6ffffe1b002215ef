#include "validator/machines/host/states.h"

#include "rules/inquiry.h"
#include "rules/states.h"

#include <algorithm>

namespace cts {

namespace {

// The first samples of a phase may show the phase before, because states change late. A phase is
// judged by at least `decisive` other samples that span at least `seconds`. The phase is right if
// at least `sure` of them fit, and wrong if more than `doubt` contradict it. In between the rules
// say nothing (readings.md).
constexpr u32 skipped = 2, decisive = 20;
constexpr double seconds = 0.015, doubt = 0.5, sure = 0.9;

bool fits(const Activity &activity, u32 state) {
  // Unused elements hold 0, which is work_serial.
  const auto &states = activity.states;
  return state == states[0] ||
         (state != 0 && std::find(states.begin(), states.end(), state) != states.end());
}

// From here on values of states belong to the implementation, which alone knows their meaning.
constexpr u32 first_own_state = 0x200;

bool more_than(double share, u32 part, u32 all) {
  return static_cast<double>(part) > share * static_cast<double>(all);
}

} // namespace

States::States(const Context &context, const Targets &targets, const DataOps &data_ops,
               const Devices &devices, Inquiry &inquiry)
    : Machine(context), targets_(targets), data_ops_(data_ops), devices_(devices),
      inquiry_(inquiry), frequency_(context.trace.clock().frequency),
      stacks_(context.trace.machine(), context.trace.mappings()) {
  const Trace &trace = context.trace;
  const std::string path = trace.environment("program");
  // A linked-in runtime cannot be distinguished from the program.
  if (path == trace.environment("runtime_library"))
    return;
  for (const Mapping &mapping : trace.mappings())
    if (mapping.path == path)
      program_.push_back(mapping);
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
        return get_thread_data_current::in_handler{.given = state.thread, .thread = thread->id}.why(
            "the thread began here", thread->begin);
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
    using namespace sigsafe_inquiry;
    Message message = fault.signal ? Message(ends{.entry_points = stream.asks,
                                                  .signal = fault.signal,
                                                  .address = fault.address})
                                   : Message(never_returns{.entry_points = stream.asks});
    stream.incident = {rule::sigsafe_inquiry, std::move(message).at(ref), {}};
  } else if (is(allocation)) {
    stream.incident = {
        rule::sigsafe_first_touch_tls,
        sigsafe_first_touch_tls::allocates{.entry_points = stream.asks, .bytes = allocation.bytes}
            .at(ref),
        {}};
  } else if (raw.code == event::sample_end::event_code) {
    if (stream.answered.valid())
      sampled(stream);
  }
}

void States::tell(Stream &stream) {
  auto incident = std::exchange(stream.incident, std::nullopt);
  judge.violated(incident->rule, [&] {
    for (std::string &side : stacks_.described(incident->stacks))
      incident->message.why(std::move(side));
    return std::move(incident->message);
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
  // In a library, between two phases, or in a state that the runtime lacks.
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
  if (phase.activity->works && !may_reduce(*thread)) {
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
    if (stream.wait_id == phase.wait_id) {
      seen.between = seen.between || seen.wrong_after_right;
      seen.right_wait_id = true;
    } else {
      if (!seen.other_wait_ids++ || seen.right_wait_id != seen.wrong_after_right) {
        seen.wait_id = stream.wait_id;
        seen.wrong_wait_id = stream.answered;
      }
      seen.wrong_after_right = seen.right_wait_id;
    }
  }
}

// A runtime may support a subset of the states (19.6.1.1) and cannot show the others. idle in place
// of a missing state does not count as support.
bool States::supported(const Activity &activity) const {
  return std::ranges::any_of(activity.states, [&](const u32 &state) {
    return (&state == activity.states.data() || (state && state != ompt_state_idle)) &&
           inquiry_.offers(state);
  });
}

void States::judge_phase(const Seen &seen) {
  const bool decided =
      seen.samples >= skipped + decisive &&
      static_cast<double>(seen.end - seen.begin) >= seconds * static_cast<double>(frequency_);
  // Between two answers that name the mutex the thread waits for that mutex all the time.
  if (seen.between || (decided && seen.in_mutex_state >= decisive))
    judge.require(!seen.between && !more_than(doubt, seen.other_wait_ids, seen.in_mutex_state),
                  [&] {
                    return get_state_wait_id::another_word{.expected = seen.phase.wait_id,
                                                           .found = seen.wait_id}
                        .why("the mutex was asked for here", seen.phase.since)
                        .at(seen.wrong_wait_id);
                  });
  if (!decided)
    return;
  const u32 all = seen.samples - skipped, wrong = all - seen.fitting - seen.overhead;
  const Activity &activity = *seen.phase.activity;
  if (!more_than(1 - sure, all - seen.fitting, all))
    judge.held(activity.rule);
  else if (more_than(doubt, wrong, all))
    judge.violated(activity.rule, [&] {
      return shared::another_state{
          .does = activity.words, .wrong = wrong, .samples = all, .state = seen.state}
          .why("it has done so since here", seen.phase.since)
          .at(seen.wrong_state);
    });
  const auto only_elsewhere = [&](Rule rule, u32 count, u32 state, EventRef first) {
    judge.require(rule, !more_than(doubt, count, all), [&] {
      return shared::foreign_state{
          .does = activity.words, .wrong = count, .samples = all, .state = state}
          .why("it has done so since here", seen.phase.since)
          .at(first);
    });
  };
  if (activity.works) {
    only_elsewhere(rule::state_overhead, seen.working_overhead, ompt_state_overhead,
                   seen.first_overhead);
    only_elsewhere(rule::state_reduction, seen.reducing, ompt_state_work_reduction,
                   seen.first_reducing);
  }
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
