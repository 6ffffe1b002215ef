// Names in the files of code that a recorded process had mapped.
#pragma once

#include "trace/reader.h"

#include <string_view>

namespace cts {

// Whether a mapping's file is still the recorded one: a regular file that nothing has replaced or
// changed since the trace in this directory noted it; in a folder that the user named, any regular
// one.
bool as_recorded(const Mapping &mapping, const std::string &directory);

// Whether no code of the process can have called the runtime's function of this name, by itself or
// through dlsym. False where that cannot be told: the runtime is a part of the program, code had no
// file, or a file is not the recorded one.
bool nobody_can_call(const Trace &trace, std::string_view function);

} // namespace cts
