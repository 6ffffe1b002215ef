// The CTF metadata of a trace: the description of its bytes, made from the event table, and the
// environment block, which describes the recording.
#pragma once

#include "trace/types.h"

#include <string>
#include <utility>
#include <vector>

namespace cts {

// The clock of the stamps.
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

// Parses the output of metadata_text; false if `text` is not our metadata. Ends for every text, but
// promises nothing else for foreign text.
bool parse_metadata(const std::string &text, Clock &clock, Environment &environment);

} // namespace cts
