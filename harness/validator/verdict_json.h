// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A verdict as JSON: what the runner makes its reports from.
#pragma once

#include "validator/validator.h"

#include <string>

namespace cts {

// The whole result: trace, environment, runtime, rules that were exercised or failed, findings with
// the fields and source location of their witnesses. Reads the trace again for the witnesses.
// Bytes of the runtime's texts that are no UTF-8 become U+FFFD.
std::string verdict_json(const Trace &trace, const Verdict &verdict);

} // namespace cts
