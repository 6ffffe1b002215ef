// Judges many short traces in one process: ompt-validate --batch FILE. The file holds traces in
// text form (trace/text.h), each after a line "== NAME". Each trace gives one line of output:
//
//   NAME ok                           no finding
//   NAME broken RULE@THREAD:POSITION…  the first event at which each rule is broken
//   NAME unreadable REASON
#pragma once

#include "ompt_abi/version.h"

#include <string>

namespace cts {

// Returns false, and sets `error`, if the file cannot be read.
bool judge_batch(const std::string &file, ompt_abi::version profile, std::string &error);

} // namespace cts
