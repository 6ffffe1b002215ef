// The CTF metadata of a trace: the description of its bytes, made from the event table, and the
// environment block, which says what was recorded where.
#pragma once

#include "trace/types.h"

#include <string>
#include <utility>
#include <vector>

namespace cts {

// The clock that the stamps were read from.
struct Clock {
  std::string name;     // "tsc" or "monotonic"
  u64 frequency = 1;    // ticks a second
  u64 offset_ticks = 0; // ticks between the clock's zero and the epoch (may be 0: unknown)
};

// Names and values of the environment block, in order. A value that is a decimal number is written
// as a number.
using Environment = std::vector<std::pair<std::string, std::string>>;

// The complete text of the metadata file (CTF 1.8, TSDL); metadata_writer.h is for the recorder.
std::string metadata_text(const Clock &clock, const Environment &environment);

// What metadata_text wrote; false if `text` is not metadata of ours. For foreign text nothing is
// promised but that it ends.
bool parse_metadata(const std::string &text, Clock &clock, Environment &environment);

} // namespace cts
