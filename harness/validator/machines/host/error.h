// The error directive (catalogue chapter error).
#pragma once

#include "validator/machines/machine.h"

#include <vector>

namespace cts {

class Error : Machine {
public:
  explicit Error(const Context &context) : Machine(context) {}
  void on(const Here &here, const event::error &e);
  void on(const Here &here, const event::sync_region &e);

private:
  struct Fatal {
    u32 thread, task;
    EventRef at;
  };
  static constexpr std::size_t fatal_remembered = 64;
  std::vector<Fatal> fatal_;
};

} // namespace cts
