// The kinds of notes: event::note::kind.
#pragma once

#include "trace/types.h"

#include <string_view>

namespace cts {

enum class NoteKind : u32 {
#define CTS_NOTE(name, number) name = number,
#include "../../suites/include/cts_notes.def"
};

// The name of a kind in the text form; empty for a number that no kind has.
constexpr std::string_view name_of_note(u64 kind) {
#define CTS_NOTE(name, number)                                                                     \
  if (kind == number)                                                                              \
    return #name;
#include "../../suites/include/cts_notes.def"
  return {};
}

// Whether a note of this kind says where the program's own code is: the checker asks the entry
// points there.
constexpr bool is_place(NoteKind kind) {
  return kind == NoteKind::body || kind == NoteKind::after || kind == NoteKind::frame;
}

} // namespace cts
