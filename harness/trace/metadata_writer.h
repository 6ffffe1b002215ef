// The CTF metadata, written without the C library.
#pragma once

#include "trace/text_buffer.h"

#include <span>

namespace cts {

// As Clock and Environment in metadata.h, borrowed.
struct ClockSetting {
  std::string_view name;
  u64 frequency = 1;
  u64 offset_ticks = 0;
};
struct Setting {
  std::string_view name, value;
};

inline constexpr std::string_view metadata_first_line = "/* CTF 1.8 */\n";

// The complete text of the metadata file (CTF 1.8, TSDL).
Text write_metadata(const ClockSetting &clock, std::span<const Setting> environment);

// The trace's uuid, as the metadata has it.
Text uuid_text();

} // namespace cts
