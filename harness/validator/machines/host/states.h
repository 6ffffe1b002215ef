// Findings of signal handlers (catalogue chapter states): the state of a thread during one phase,
// and answers that a sampling tool may rely on.
//
// A state approximates the activity of a thread (5.2 §19.4.4.28), so no single sample decides. A
// phase is an activity of the thread by its events; it is judged if it has enough samples.
#pragma once

#include "validator/machines/frames/handler_stacks.h"
#include "validator/machines/interface/inquiry.h"
#include "validator/machines/target/data_ops.h"
#include "validator/machines/target/devices.h"

#include <array>
#include <map>
#include <optional>

namespace cts {

// One activity of a thread, and the states for it. Rows: activities.cpp.
struct Activity {
  Rule rule;
  const char *words; // "the thread …"
  std::array<u32, 5> states;
  bool works = false; // it executes only the program's code
};

class States : Machine {
public:
  States(const Context &context, const Targets &targets, const DataOps &data_ops,
         const Devices &devices, Inquiry &inquiry);

  // The facts that only a stream of samples has, with the answers in it.
  static constexpr std::array taken{
      event::samples_of::event_code,   event::sample::event_code,
      event::sample_asks::event_code,  event::sample_end::event_code,
      event::sample_fault::event_code, event::sample_allocation::event_code};
  // Whether this is an event of a stream of samples. Only this machine sees such an event, because
  // the event is about another stream's thread.
  bool takes(const RawEvent &raw) {
    if (streams_.empty() && raw.code != event::samples_of::event_code) [[likely]]
      return false;
    return take(raw);
  }
  void at_end();

private:
  // The activity of a thread since one event.
  struct Phase {
    const Activity *activity = nullptr; // null: unknown from the events
    EventRef since;
    u64 wait_id = 0; // of the mutex that it waits for

    friend bool operator==(const Phase &, const Phase &) = default;
  };
  // The samples of a phase. Contradicting samples are counted, with the first one of them.
  struct Seen {
    Phase phase;
    u64 begin = 0, end = 0; // stamps of the first and the last one that count
    u32 samples = 0, fitting = 0, overhead = 0;
    u32 working_overhead = 0, reducing = 0; // in the program's code, outside all reductions
    u32 in_mutex_state = 0, other_wait_ids = 0;
    // A right identifier, a wrong one after it, and a right one again after both.
    bool right_wait_id = false, wrong_after_right = false, between = false;
    u32 state = 0;
    u64 wait_id = 0;
    EventRef wrong_state, wrong_wait_id, first_overhead, first_reducing;
  };
  struct Stream {
    u32 of = 0; // the stream of the thread that is sampled
    // The sample that is being read.
    u64 time = 0;    // its stamp
    u64 counter = 0; // the thread's program counter
    u32 state = 0;
    u64 wait_id = 0;
    EventRef answered;
    std::string asks; // the handler's latest question

    // A fault or hang in the handler, and the stacks of both sides, which follow it.
    struct Incident {
      Rule rule;
      Message message;
      HandlerStacks::Copies stacks;
    };
    std::optional<Incident> incident;

    u32 samples = 0, undefined = 0;
    EventRef first_undefined;
    Seen seen;
  };

  bool take(const RawEvent &raw);
  void look(Stream &stream, const RawEvent &raw);
  void tell(Stream &stream);
  void result(i32 given, std::string_view entry_point);
  void readable(i32 given, bool read, u64 address, std::string_view what);
  void sampled(Stream &stream);
  Phase phase_of(const Thread &thread, u64 counter) const;
  bool supported(const Activity &activity) const;
  bool in_program(u64 address) const;
  bool may_reduce(const Thread &thread) const;
  void judge_phase(const Seen &seen);

  const Targets &targets_;
  const DataOps &data_ops_;
  const Devices &devices_;
  Inquiry &inquiry_;

  std::map<u32, Stream> streams_; // by number
  u64 frequency_;
  std::vector<Mapping> program_; // the mappings of its code
  HandlerStacks stacks_;
};

} // namespace cts
