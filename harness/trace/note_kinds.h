// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a note says: event::note::kind.
#pragma once

#include "trace/types.h"

namespace cts {

enum class NoteKind : u32 {
#define CTS_NOTE(name, number) name = number,
#include "../../suites/include/cts_notes.def"
};

// Does it say where the program's own code is? Then the checker asks the entry points there.
constexpr bool is_place(NoteKind kind) {
  return kind == NoteKind::body || kind == NoteKind::after || kind == NoteKind::frame;
}

} // namespace cts
