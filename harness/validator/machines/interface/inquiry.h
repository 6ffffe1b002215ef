// What the inquiry entry points answer about threads, states and places (catalogue chapters
// inquiry and data): the answers of one run agree with each other and with what the callbacks said.
#pragma once

#include "validator/by_thread.h"
#include "validator/machines/machine.h"

#include <bitset>
#include <optional>
#include <set>

namespace cts {

// The numbers that ompt_get_unique_id has given out, as runs of neighbours: a runtime that counts
// needs a few of them however long the trace is.
class UniqueNumbers {
public:
  // False if it was there before.
  bool add(u64 number);
  bool contains(u64 number) const;

private:
  // A runtime that gives out scattered numbers is remembered up to here.
  static constexpr std::size_t most_runs = 1 << 16;
  std::map<u64, u64> runs_; // first -> last
};

// A walk through an enumeration: every step starts from what the one before gave.
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
  // Is what the thread was told a state at all? Asked by machines/host/states for what a signal
  // handler was told.
  void judge_state(const event::probe_thread &e);
  // May the runtime show this state, as far as its enumeration tells? None need be supported.
  bool offers(u32 state) const;
  // Has the number never been given out? Of what a signal handler is told machines/host/states
  // asks.
  void judge_number(u64 number, bool in_handler);
  // Is this the interface of a technical report before OpenMP 5.0? Its events have other numbers
  // and arguments, and its states other names; the entry point that came last is not there.
  bool preliminary() const { return preliminary_states_ && !finalizes_; }

private:
  struct PerThread {
    i32 num_places = 0; // of the last probe
    i32 partition_size = 0;
    i32 first_num_places = 0; // of the first one that told any
    EventRef first_places;
    u64 last_block = 0;
    u64 last_note = 0, last_schedule = 0; // their positions
  };
  PerThread &of(const Here &here) { return threads_[here.ref.thread]; }
  void in_initializer(const Here &here, const event::probe_places &e);
  bool begun_by_asking(const Here &here, u32 asked);

  Walk states_, impls_;
  bool active_ = false;
  bool asked_places_ = false;
  std::optional<i32> num_devices_;      // as told last
  EventRef no_places_;                  // where the initializer was told that there are none
  UniqueNumbers unique_, in_callbacks_; // all, and those that were not given to signal handlers
  bool gives_numbers_ = false;          // there is such an entry point
  bool preliminary_states_ = false, finalizes_ = false;
  bool enumerates_states_ = true;           // the same, as far as is known
  std::map<i32, std::set<u64>> processors_; // of the places that were listed from end to end
  ByThread<PerThread> threads_;
};

} // namespace cts
