// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flush (catalogue chapter mutex).
#pragma once

#include "validator/machines/machine.h"

namespace cts {

class Flush : Machine {
public:
  Flush(Judge &judge, World &world) : Machine(judge, world) {}
  void on(const Here &here, const event::flush &e);
};

} // namespace cts
