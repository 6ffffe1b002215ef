// The error directive (catalogue chapter error).
#pragma once

#include "validator/machines/machine.h"

namespace cts {

class Error : Machine {
public:
  explicit Error(const Context &context) : Machine(context) {}
  void on(const Here &here, const event::error &e);
};

} // namespace cts
