// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a rule must have heard of, beside its own event, before anything can be called wrong. A tool
// may register few callbacks, and a runtime need not promise all of them.
#pragma once

#include "rules/rules.h"
#include "trace/types.h"

#include <array>

namespace cts {

// For each rule the callbacks that must be reported always, as a set of bits by their codes.
const std::array<u64, rule_count> &needed_callbacks();

} // namespace cts
