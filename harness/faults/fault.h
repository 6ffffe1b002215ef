// The faults that a trace offers, made from the event table, and what each does to the trace.
//
//   work/distribute/end:dropped@all          event/variant:what@which
//   sync_region/…/begin.kind:next@first      event/variant.field:what@which
//
// A variant is what an event's enumerators say of it. Which of the events of that variant are hit:
// the first, the last, one in between (nth), or all of them.
#pragma once

#include "faults/history.h"

#include <span>

namespace cts::faults {

struct Fault {
  std::string event; // with its variant
  std::string field; // empty: the whole event
  std::string what;
  std::string which;
  std::vector<u32> targets; // indices of records

  std::string id() const;
};

// A number that looks random, for choices that can be made again.
u64 mix(u64 x);

// The event's name with what its enumerators say: "work/distribute/end".
std::string variant_of(const Record &record);

// Is the field one that the checker or the program fills in, and not the runtime under test?
bool is_ours(u8 code, std::string_view field);

// All faults of this trace; `seed` chooses which event is the nth.
std::vector<Fault> faults_of(const History &history, u64 seed);

// The change that the fault makes; nothing if it changes nothing here (there is no other live task,
// say).
std::optional<Edit> apply(const History &history, const Fault &fault);

// Faults of a field: their names, and their doing.
std::vector<std::string> replacements_for(const Value &value);
// Puts the fault's value into records[field's record]; false if that changes nothing.
bool replace(const History &history, u32 index, std::size_t field, std::string_view what,
             Edit &edit);

// Faults of a whole event.
std::span<const std::string_view> displacements();
bool displace(const History &history, u32 index, std::string_view what, Edit &edit);

} // namespace cts::faults
