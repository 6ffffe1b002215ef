// The faults of a trace, made from the event table, and the effect of each on the trace.
//
//   work/distribute/end:dropped@all          event/variant:what@which
//   sync_region/…/begin.kind:next@first      event/variant.field:what@which
//
// A variant is an event with certain enumerators. The hit events of that variant are the first, the
// last, one in between (nth), or all of them.
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

// A pseudorandom number, for reproducible choices.
u64 mix(u64 x);

// The event's name with what its enumerators say: "work/distribute/end".
std::string variant_of(const Record &record);

// Whether the checker or the program, not the runtime under test, fills in the field.
bool is_ours(u8 code, std::string_view field);

// All faults of this trace; `seed` chooses which event is the nth.
std::vector<Fault> faults_of(const History &history, u64 seed);

// The change that the fault makes; nothing if it changes nothing here (for example, without another
// live task).
std::optional<Edit> apply(const History &history, const Fault &fault);

// The faults of one field: their names and effects.
std::vector<std::string> replacements_for(const Value &value);
// Puts the fault's value into the field of the record; returns false if that changes nothing.
bool replace(const History &history, u32 index, std::size_t field, std::string_view what,
             Edit &edit);

// Faults of a whole event.
std::span<const std::string_view> displacements();
bool displace(const History &history, u32 index, std::string_view what, Edit &edit);

} // namespace cts::faults
