#pragma once

#include <string>

namespace cts::synth {

// The string to pass for the scenario's text, which lives as long as that text: "<null>",
// "<unreadable>" and "<endless>" mean a null pointer, an address without memory, and letters up to
// the end of the readable memory. Thread safe.
const char *text_for(const std::string &text);

} // namespace cts::synth
