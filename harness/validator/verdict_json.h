// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A verdict as JSON: what the runner makes its reports from.
#pragma once

#include "validator/validator.h"

#include <nlohmann/json_fwd.hpp>

namespace cts {

// The whole result: trace, environment, runtime, rules that were exercised or failed, findings with
// the fields and source location of their witnesses. Reads the trace again for the witnesses.
nlohmann::json verdict_json(const Trace &trace, const Verdict &verdict);

} // namespace cts
