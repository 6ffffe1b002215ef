#pragma once

#include <string>

namespace cts::synth {

// The string to pass for the scenario's text, which lives as long as that does: "<null>",
// "<unreadable>" and "<endless>" stand for a null pointer, for an address where nothing is, and for
// letters up to the end of the readable memory. Thread safe.
const char *text_for(const std::string &text);

} // namespace cts::synth
