// The common interface of all state machines. A machine is one row of machines.def, and has those
// of these functions that it needs. For an event, all machines' first function is called, then all
// machines' second, and so on:
//
//   bool takes(const RawEvent &)    whether the event belongs to this machine alone: then no other
//                                   machine sees it; `taken` lists such events
//   bool ready(const event::X &)    whether it may be judged now; if not, it is judged after the
//                                   other threads' events up to its time, without another call
//   before(here)                    every event
//   callback(here[, event::X])      every callback, before any machine has applied it
//   on(here, event::X)              judges and applies it
//
//   at_end()                        the trace has been read
//   std::string problem()           why there can be no verdict; empty if there can
//   std::string unjudged()          why not all could be judged; empty if all was
//
// To judge: `judge.require(holds, [&] { return some_rule::breach{.fact = …}.why(…); })`
// (validator/message.h).
// This counts the rule as exercised, whatever the outcome; call it only if the rule applies to this
// event.
#pragma once

#include "ompt_abi/names.h"
#include "trace/events.h"
#include "validator/judge.h"
#include "validator/machines/kinds.h"
#include "validator/world.h"

namespace cts {

namespace breach {}
using namespace breach;

// The data that all machines of a run share.
struct Context {
  Judge &judge;
  World &world;
  const Trace &trace;
  // Stamps of two threads closer than this many ticks are unordered: the checker reads stamps
  // without a fence, and a callback takes its stamp before anything else.
  u64 uncertainty;
};

struct Machine {
  explicit Machine(const Context &context)
      : judge(context.judge), world(context.world), uncertainty(context.uncertainty) {}
  Judge &judge;
  World &world;
  u64 uncertainty;
};

inline constexpr u32 endpoint_begin = ompt_abi::ompt_scope_begin;
inline constexpr u32 endpoint_end = ompt_abi::ompt_scope_end;

// Runtimes report an old version while they use enumerators of a newer one. Such an enumerator is
// no finding under the older profile; an enumerator of no version is.
inline bool in_some_version(ompt_abi::enum_kind kind, u64 value, ompt_abi::version profile) {
  const auto standing = ompt_abi::standing_in(kind, value, profile);
  return standing != ompt_abi::standing::unknown && standing != ompt_abi::standing::removed;
}
inline u32 bits_of_some_version(ompt_abi::enum_kind kind, ompt_abi::version profile) {
  return ompt_abi::known_bits(kind, profile) | ompt_abi::known_bits(kind, ompt_abi::version::v60);
}

// Which values of an enumeration a profile has: the small ones are looked up once, for every event.
class Enumerators {
public:
  using Has = bool (*)(ompt_abi::enum_kind, u64, ompt_abi::version);
  Enumerators(ompt_abi::enum_kind kind, ompt_abi::version profile, Has has)
      : kind_(kind), profile_(profile), has_(has) {
    for (u64 value = 0; value < 64; ++value)
      small_ |= u64{has(kind, value, profile)} << value;
  }
  bool has(u64 value) const {
    return value < 64 ? small_ >> value & 1 : has_(kind_, value, profile_);
  }

private:
  ompt_abi::enum_kind kind_;
  ompt_abi::version profile_;
  Has has_;
  u64 small_ = 0;
};

// A thread has waited for the task and continues. The thread that executed the task may report the
// completion later; any other action of the task from now on contradicts the rule
// (machines/host/regions).
inline void must_be_over(const Here &here, Task &task, Rule rule) {
  if (task.due_time)
    return;
  task.due_time = here.time;
  task.due = here.ref;
  task.due_rule = static_cast<u16>(rule);
}
// Whether another thread executes the task, which may have completed without a report yet.
inline bool runs_elsewhere(const Here &here, const Task &task) {
  return task.started && task.thread != here.thread.number;
}

// Whether two arguments show the same word. The address does not identify a word without a reported
// begin, because a runtime may move it.
inline bool same_word(const Data &a, const Data &b) {
  return a.null() == b.null() && a.id == b.id && (a.ours() || a.value == b.value);
}

// Bits that no implicit or initial task has: the classes of other tasks, and properties that only a
// clause of a task generating construct gives. (An implicit task is tied, 10.1; whether it is
// undeferred is open.)
inline constexpr u32 never_of_implicit_task =
    ompt_abi::ompt_task_explicit | ompt_abi::ompt_task_target | ompt_abi::ompt_task_taskwait |
    ompt_abi::ompt_task_untied | ompt_abi::ompt_task_final | ompt_abi::ompt_task_mergeable |
    ompt_abi::ompt_task_merged;

// The name of a word's contents in a finding: "T4", "null", "a word of unknown origin (0x0 at
// 0x7f00)".
std::string text_of(const Data &d, char letter);

// If a callback shows the word of an entity that begins, the word holds ompt_data_none.
struct NewWord {
  std::string_view argument, where, entity;
};
inline bool is_new(const Data &word) { return !word.null() && word.value == 0; }
// The error of a word that is not new.
Message not_new(const Data &word, const NewWord &is);

} // namespace cts
