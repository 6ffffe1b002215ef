// Many short traces judged by one process: ompt-validate --batch FILE. The file holds traces in the
// text form (trace/text.h), each after a line "== NAME". For each, one line goes to the output:
//
//   NAME ok                           nothing is found
//   NAME broken RULE@THREAD:POSITION…  the first event at which each rule is broken
//   NAME unreadable REASON
#pragma once

#include "ompt_abi/version.h"

#include <string>

namespace cts {

// False, and a line that says why, if the file cannot be read.
bool judge_batch(const std::string &file, ompt_abi::version profile, std::string &error);

} // namespace cts
