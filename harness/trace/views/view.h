// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The views of a trace, printed for people and for FileCheck (docs/views.md). Each prints what can
// be read; where the trace is damaged it stops there and returns the damage in one line, else an
// empty string.
#pragma once

#include "trace/reader.h"

#include <cstdio>
#include <string>

namespace cts::view {

// Every event, in the order of the time stamps: "thread event field=value …".
std::string text(const Trace &trace, std::FILE *out, bool brief);

// Each thread's events in its own order, one thread after the other.
std::string threads(const Trace &trace, std::FILE *out, bool brief);

// How many events of each kind: in all, then by thread.
std::string counts(const Trace &trace, std::FILE *out);

} // namespace cts::view
