// Flush (catalogue chapter flush).
#pragma once

#include "validator/machines/machine.h"

namespace cts {

class Flush : Machine {
public:
  explicit Flush(const Context &context) : Machine(context) {}
  void on(const Here &here, const event::flush &e);
};

} // namespace cts
