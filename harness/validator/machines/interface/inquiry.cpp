#include "validator/machines/interface/inquiry.h"

#include "rules/activation.h"
#include "rules/identity.h"
#include "rules/info.h"
#include "rules/inquiry.h"
#include "rules/states.h"
#include "rules/target.h"
#include "validator/machines/interface/info.h"

#include <algorithm>
#include <set>

namespace cts {

namespace {

// State values from here on belong to the implementation.
constexpr i32 first_own_state = 0x200;

constexpr u32 decisive_answers = 20;

// A runtime of an older version may show a state of a later version, but not a state that its own
// version removed.
bool legal_state(i32 state, version profile) {
  if (state >= first_own_state)
    return true;
  if (state < 0)
    return false;
  // The header of 6.0 keeps the states that its text removed.
  return standing_in(enum_kind::state, static_cast<u64>(state), profile) != standing::unknown;
}

// Whether the text is the official name of another enumerator.
bool names_another_state(std::string_view text, i32 state) {
  const auto value = parse(enum_kind::state, text);
  return value && !text.empty() && (text[0] < '0' || text[0] > '9') &&
         *value != static_cast<u64>(state);
}

// A description has no control characters in any encoding.
bool describes(std::string_view name) {
  return std::all_of(name.begin(), name.end(), [](char letter) {
    const auto byte = static_cast<unsigned char>(letter);
    return byte >= 0x20 && byte != 0x7f;
  });
}

// Returns the contradiction in this step of a walk, if there is one.
std::optional<Message> step(Walk &walk, i32 current, i32 start, i32 result, i32 value,
                            std::string_view name, EventRef here) {
  if (!walk.first.valid())
    walk.first = here;
  if (result != 0 && result != 1)
    return shared::answer{.current = current, .result = result};
  if (result == 0) {
    walk.closed = true;
    return {};
  }
  if (walk.closed)
    return shared::past_its_end{};
  if (value == start || walk.values.contains(value))
    return shared::given_twice{.value = value};
  std::optional<Message> problem;
  if (name.empty())
    problem = shared::no_name{.value = value};
  else if (!describes(name))
    problem = shared::control_characters{.value = value};
  for (const auto &[other, known] : walk.values)
    if (known == name && !name.empty())
      problem = shared::name_of_another{.value = value, .other = other, .text = name};
  walk.values.emplace(value, std::string(name));
  return problem;
}

} // namespace

bool UniqueNumbers::add(u64 number) {
  auto after = runs_.upper_bound(number);
  if (after != runs_.begin()) {
    auto before = std::prev(after);
    if (number <= before->second)
      return false;
    if (number - 1 == before->second) {
      before->second = number;
      if (after != runs_.end() && after->first - 1 == number) {
        before->second = after->second;
        runs_.erase(after);
      }
      return true;
    }
  }
  if (after != runs_.end() && after->first - 1 == number) {
    const u64 last = after->second;
    after = runs_.erase(after);
    runs_.emplace_hint(after, number, last);
  } else if (runs_.size() < most_runs) {
    runs_.emplace_hint(after, number, number);
  }
  return true;
}

bool UniqueNumbers::contains(u64 number) const {
  const auto behind = runs_.upper_bound(number);
  return behind != runs_.begin() && number <= std::prev(behind)->second;
}

void Inquiry::on(const Here &here, const event::enumerate_state &e) {
  if (!states_.first.valid())
    judge.require(e.current == ompt_state_undefined && e.result == 1,
                  [&] { return enum_states_start::starts_with{.result = e.result}; });
  auto problem =
      step(states_, e.current, ompt_state_undefined, e.result, e.state, e.state_name, here.ref);
  judge.require(rule::enum_states_finite_distinct, !problem,
                [&] { return problem->why("the enumeration began here", states_.first); });
  if (e.result != 1)
    return;
  preliminary_states_ |= e.state_name.starts_with("omp_state_");
  const bool legal = legal_state(e.state, judge.profile());
  if (judge.require(legal, [&] {
        return enum_states_values_legal::no_state{
            .state = e.state, .state_name = e.state_name, .first_own_state = first_own_state};
      }))
    judge.require(!names_another_state(e.state_name, e.state), [&] {
      return enum_states_values_legal::name_taken{.state = e.state, .state_name = e.state_name};
    });
}

void Inquiry::on(const Here &here, const event::enumerate_mutex_impl &e) {
  auto problem = step(impls_, e.current, 0, e.result, e.impl, e.impl_name, here.ref);
  judge.require(rule::enum_mutex_walk, !problem,
                [&] { return problem->why("the enumeration began here", impls_.first); });
}

void Inquiry::on(const Here &, const event::tool_initialized &e) {
  active_ = e.result != 0;
  // The checker stops after some hundreds of steps.
  if (states_.first.valid())
    judge.require(states_.closed, [&] {
      return enum_states_finite_distinct::endless{}.why("it began here", states_.first);
    });
  if (impls_.first.valid())
    judge.require(impls_.closed,
                  [&] { return enum_mutex_walk::endless{}.why("it began here", impls_.first); });
}

void Inquiry::judge_state(const event::probe_thread &e) {
  const auto state = static_cast<i32>(e.state);
  judge.held(rule::state_in_callbacks); // recorded only
  judge.require(legal_state(state, judge.profile()),
                [&] { return get_state_legal::no_state{.state = e.state}; });
  if (states_.closed)
    judge.require(state == ompt_state_undefined || states_.values.contains(state), [&] {
      return enum_states_covers_observed::not_enumerated{.state = e.state}.why(
          "the enumeration began here", states_.first);
    });
}

bool Inquiry::offers(u32 state) const {
  return enumerates_states_ &&
         (!states_.closed || states_.values.contains(static_cast<i32>(state)));
}

void Inquiry::on(const Here &, const event::lookup &e) {
  gives_numbers_ |= e.entry_point == "ompt_get_unique_id" && e.address != 0;
  enumerates_states_ &= e.entry_point != "ompt_enumerate_states" || e.address != 0;
  finalizes_ |= e.entry_point == "ompt_finalize_tool" && e.address != 0;
}

void Inquiry::on(const Here &here, const event::note &) { of(here).last_note = here.ref.position; }

void Inquiry::on(const Here &here, const event::task_schedule &) {
  of(here).last_schedule = here.ref.position;
}

// An entry point may turn the calling thread into an OpenMP thread: in a call from the thread's own
// code, or where the thread fulfills an event. Then the earlier call comes after the thread's
// begin.
bool Inquiry::begun_by_asking(const Here &here, u32 asked) {
  const PerThread &t = of(here);
  const u64 begin = here.thread.begin.position;
  return (asked == event::note::event_code && begin > t.last_note) ||
         (asked == event::task_schedule::event_code && begin > t.last_schedule);
}

void Inquiry::on(const Here &here, const event::probe_thread &e) {
  if (!active_)
    return;
  judge_state(e);
  count_state(here, e.state);
  judge_number(e.unique_id, false);
  const Thread &thread = here.thread;
  if (thread.begun && thread.id) {
    const bool may_have_ended = e.thread.null() && !judge.promised(ompt_callback_thread_end);
    if (!begun_by_asking(here, e.asked) && !may_have_ended)
      judge.require(e.thread.id == thread.id, [&] {
        return get_thread_data_current::another_thread{
            .given = e.thread, .thread = thread.number, .expected = thread.id}
            .why("the thread began here", thread.begin);
      });
  } else if (!thread.begun && !thread.ended && e.asked == event::note::event_code &&
             judge.promised(ompt_callback_thread_begin)) {
    judge.require(e.thread.null(),
                  [&] { return get_thread_data_foreign::foreign_thread{.thread = e.thread}; });
    judge.require(e.state == ompt_state_undefined,
                  [&] { return get_state_foreign::foreign_thread{.state = e.state}; });
  }
}

// A state in a callback is an instant and may be late. One that is never right is not maintained.
void Inquiry::count_state(const Here &here, u32 state) {
  const Task *task = here.thread.current;
  const Parallel *region = task ? world.region_of(*task) : nullptr;
  if (!region || region->league || region->ended || region->actual < 2 ||
      (task->kind != Task::Kind::implicit && task->kind != Task::Kind::explicit_))
    return;
  if (!in_teams_++)
    first_in_team_ = here.ref;
  serial_in_teams_ += state == ompt_state_work_serial;
}

void Inquiry::at_end() {
  if (in_teams_ >= decisive_answers && offers(ompt_state_work_parallel))
    judge.require(serial_in_teams_ < in_teams_, [&] {
      return state_maintained::always_serial{.samples = in_teams_}.at(first_in_team_);
    });
}

void Inquiry::judge_number(u64 number, bool in_handler) {
  if (number == 0 && !gives_numbers_) // there was no call
    return;
  const bool handlers = in_handler || !in_callbacks_.contains(number);
  judge.require(rule::get_unique_id_unique, unique_.add(number), [&]() -> Message {
    if (handlers)
      return get_unique_id_unique::twice_in_handler{.number = number};
    return get_unique_id_unique::twice{.number = number};
  });
  if (!in_handler)
    in_callbacks_.add(number);
}

void Inquiry::in_initializer(const Here &here, const event::probe_places &e) {
  judge.require(e.num_procs > 0,
                [&] { return init_runtime_ready::not_ready{.procs = e.num_procs}; });
  // The runtime need not know its number of places yet, but its answers must agree in any case.
  judge.require(e.num_places >= 0,
                [&] { return get_num_places::in_initializer{.places = e.num_places}; });
  judge.require(e.partition_size >= 0 && e.partition_size <= std::max(e.num_places, 0), [&] {
    return get_partition_place_nums::in_initializer{.size = e.partition_size,
                                                    .places = e.num_places};
  });
  const i32 most = std::max(e.num_places, 1); // the place that exists before the count
  judge.require(e.place_num >= -1 && e.place_num < most, [&] {
    return get_place_num_range::in_initializer{.place = e.place_num, .places = e.num_places};
  });
  if (e.num_places == 0)
    no_places_ = here.ref;
}

void Inquiry::on(const Here &here, const event::probe_places &e) {
  if (e.asked == event::tool_initialize::event_code)
    return in_initializer(here, e);
  if (no_places_.valid() && e.num_places > 0) {
    judge.violated([&] {
      return init_runtime_ready::places_change{.places = e.num_places,
                                               .asked = where_asked(e.asked)}
          .why("it was asked inside the initializer here", no_places_);
    });
    no_places_ = {}; // reported once
  }
  PerThread &thread = of(here);
  // The runtime may not have looked at the machine yet: a separate breach.
  const bool at_first = !std::exchange(asked_places_, true);
  judge.require(rule::get_num_procs, e.num_procs > 0, [&]() -> Message {
    if (at_first)
      return get_num_procs::none_at_first{.procs = e.num_procs, .asked = where_asked(e.asked)};
    return get_num_procs::none{.procs = e.num_procs, .asked = where_asked(e.asked)};
  });
  // The places are those of the initial task's partition, which nothing changes.
  const bool first = !thread.first_places.valid();
  if (first) {
    thread.first_places = here.ref;
    thread.first_num_places = e.num_places;
  }
  const bool same = e.num_places == thread.first_num_places;
  judge.require(rule::get_num_places, e.num_places >= 0 && same, [&] {
    const std::string asked = where_asked(e.asked);
    auto message =
        first ? Message(get_num_places::negative{.places = e.num_places, .asked = asked})
              : Message(get_num_places::another_count{
                    .places = e.num_places, .before = thread.first_num_places, .asked = asked});
    return message.why("the first answer is here", thread.first_places);
  });
  thread.first_num_places = e.num_places; // reported once
  thread.num_places = e.num_places;
  thread.partition_size = e.partition_size;
  // The probe asked without an array.
  judge.require(e.partition_size >= 0 && e.partition_size <= e.num_places, [&] {
    return get_partition_place_nums::another_size{.size = e.partition_size, .places = e.num_places};
  });
  const bool bound = e.place_num >= 0 && e.place_num < e.num_places;
  judge.require(e.place_num == -1 || bound, [&] {
    return get_place_num_range::no_place{.place = e.place_num, .places = e.num_places};
  });
  // A negative number reports a failure. A bound thread runs on a processor of its place.
  const auto place = bound ? processors_.find(e.place_num) : processors_.end();
  const bool there = e.proc_id < 0 || place == processors_.end() ||
                     place->second.contains(static_cast<u64>(e.proc_id));
  judge.require(there, [&] {
    return get_proc_id::another_place{.processor = e.proc_id, .place = e.place_num};
  });
  judge.require(e.num_devices >= 0,
                [&] { return num_devices::negative{.devices = e.num_devices}; });
  if (num_devices_)
    judge.require(e.num_devices == *num_devices_, [&] {
      return num_devices::another_count{
          .devices = e.num_devices, .asked = where_asked(e.asked), .before = *num_devices_};
    });
  num_devices_ = e.num_devices; // reported once
}

void Inquiry::on(const Here &, const event::probe_place_procs &e) {
  std::set<u64> ids;
  bool legal = true;
  for (u32 i = 0; i < e.ids.size(); ++i)
    legal = static_cast<i64>(e.ids[i]) >= 0 && ids.insert(e.ids[i]).second && legal;
  // The recorder keeps only the beginning of a long list.
  const bool listed = e.ids.size() == static_cast<u32>(e.result) || e.ids.size() == list_limit;
  const bool counts = e.result == e.result_without_buffer && e.result > 0 && listed;
  const bool well =
      judge.require(rule::get_place_proc_ids_count, counts && e.canary_intact && legal, [&] {
        return !counts ? Message(get_place_proc_ids_count::another_count{
                             .result = e.result,
                             .place = e.place_num,
                             .without = e.result_without_buffer})
               : legal ? Message(get_place_proc_ids_count::wrote_outside{.place = e.place_num})
                       : Message(get_place_proc_ids_count::bad_identifiers{.place = e.place_num});
      });
  if (well && e.ids.size() == static_cast<u32>(e.result))
    processors_.insert_or_assign(e.place_num, std::move(ids));
}

void Inquiry::on(const Here &here, const event::probe_partition &e) {
  const i32 places = of(here).num_places;
  std::set<u64> seen;
  bool legal = true;
  for (u32 i = 0; i < e.places.size(); ++i) {
    const auto place = static_cast<i64>(e.places[i]);
    legal = place >= 0 && place < places && seen.insert(e.places[i]).second && legal;
  }
  // The recorder keeps only the beginning of a long list.
  const bool listed =
      e.places.size() == static_cast<u32>(e.result) || e.places.size() == list_limit;
  const bool counts = e.result == e.result_without_buffer && e.result >= 0 && e.result <= places &&
                      e.result == of(here).partition_size && listed;
  const bool right = counts && e.canary_intact && legal;
  judge.require(rule::get_partition_place_nums, right, [&]() -> Message {
    if (!counts)
      return get_partition_place_nums::counts_differ{.result = e.result,
                                                     .room = e.result_without_buffer,
                                                     .without = e.result_without_buffer,
                                                     .places = places};
    if (legal)
      return get_partition_place_nums::wrote_outside{.room = e.result_without_buffer,
                                                     .result = e.result};
    return get_partition_place_nums::bad_numbers{};
  });
}

void Inquiry::on(const Here &here, const event::probe_memory &e) {
  PerThread &thread = of(here);
  const bool answer = e.result == 0 || e.result == 1;
  const bool range = e.size == 0 || e.address != 0;
  const bool fresh = e.block == 0 || e.size == 0 || e.address != thread.last_block;
  thread.last_block = e.size ? e.address : 0;
  judge.require(rule::task_memory_iterate, answer && range && fresh, [&]() -> Message {
    if (!answer)
      return task_memory_iterate::no_result{.result = e.result};
    if (!range)
      return task_memory_iterate::null_block{.block = e.block, .size = e.size};
    return task_memory_iterate::block_twice{.block = e.block};
  });
}

void Inquiry::on(const Here &, const event::probe_null_outputs &e) {
  const Rule rule = e.entry_point == "ompt_get_parallel_info" ? rule::parallel_info_null_args
                    : e.entry_point == "ompt_get_task_info"   ? rule::task_info_null_args
                                                              : rule::get_state_wait_id_null;
  judge.require(rule, e.result == e.result_with_outputs, [&] {
    return shared::another_result{
        .entry_point = e.entry_point, .result = e.result, .otherwise = e.result_with_outputs};
  });
}

} // namespace cts
