// The answers of the inquiry entry points about threads, states and places (catalogue chapters
// inquiry and data): the answers of one run must agree with each other and with the callbacks.
#pragma once

#include "validator/by_thread.h"
#include "validator/machines/machine.h"

#include <bitset>
#include <optional>
#include <set>

namespace cts {

// The numbers that ompt_get_unique_id has given out, as runs of consecutive numbers: a runtime that
// counts upwards needs few runs, however long the trace is.
class UniqueNumbers {
public:
  // False if the number was there before.
  bool add(u64 number);
  bool contains(u64 number) const;

private:
  // The limit for a runtime that gives out scattered numbers: no more runs are stored.
  static constexpr std::size_t most_runs = 1 << 16;
  std::map<u64, u64> runs_; // first -> last
};

// A walk through an enumeration: each step starts from the result of the step before.
struct Walk {
  std::map<i32, std::string> values;
  EventRef first;
  bool closed = false;
};

class Inquiry : Machine {
public:
  explicit Inquiry(const Context &context) : Machine(context) {}

  void on(const Here &here, const event::enumerate_state &e);
  void on(const Here &here, const event::enumerate_mutex_impl &e);
  void on(const Here &here, const event::tool_initialized &e);
  void on(const Here &here, const event::lookup &e);
  void on(const Here &here, const event::note &e);
  void on(const Here &here, const event::task_schedule &e);
  void on(const Here &here, const event::probe_thread &e);
  void on(const Here &here, const event::probe_places &e);
  void on(const Here &here, const event::probe_place_procs &e);
  void on(const Here &here, const event::probe_partition &e);
  void on(const Here &here, const event::probe_memory &e);
  void on(const Here &here, const event::probe_null_outputs &e);
  void at_end();
  // Whether the value that the thread got is a state at all. machines/host/states asks this for a
  // signal handler's answers.
  void judge_state(const event::probe_thread &e);
  // Whether the runtime may show this state, according to its enumeration. A runtime need not
  // support any state.
  bool offers(u32 state) const;
  // Whether the number was never given out. machines/host/states asks this for a signal handler's
  // answers.
  void judge_number(u64 number, bool in_handler);
  // Whether this is the interface of a technical report before OpenMP 5.0. The events of that
  // interface have other numbers and arguments, its states have other names, and it lacks the
  // newest entry point.
  bool preliminary() const { return preliminary_states_ && !finalizes_; }

private:
  struct PerThread {
    i32 num_places = 0; // of the last probe
    i32 partition_size = 0;
    i32 first_num_places = 0; // of the first answer with places
    EventRef first_places;
    u64 last_block = 0;
    u64 last_note = 0, last_schedule = 0; // their positions
  };
  PerThread &of(const Here &here) { return threads_[here.ref.thread]; }
  void in_initializer(const Here &here, const event::probe_places &e);
  bool begun_by_asking(const Here &here, u32 asked);
  void count_state(const Here &here, u32 state);

  Walk states_, impls_;
  bool active_ = false;
  bool asked_places_ = false;
  std::optional<i32> num_devices_;         // the last answer
  EventRef no_places_;                     // the initializer's answer without places
  UniqueNumbers unique_, in_callbacks_;    // all, and those that were not given to signal handlers
  u32 in_teams_ = 0, serial_in_teams_ = 0; // answers of members of teams of several threads
  EventRef first_in_team_;
  bool gives_numbers_ = false; // there is such an entry point
  bool preliminary_states_ = false, finalizes_ = false;
  bool enumerates_states_ = true;           // the same, if known
  std::map<i32, std::set<u64>> processors_; // of the places that were listed from end to end
  ByThread<PerThread> threads_;
};

} // namespace cts
