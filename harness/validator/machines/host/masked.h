// Masked regions: begun, ended (catalogue chapter masked).
#pragma once

#include "validator/machines/host/regions.h"

namespace cts {

class Masked : Machine {
public:
  Masked(const Context &context, Regions &regions) : Machine(context), regions_(regions) {}

  void on(const Here &here, const event::masked &e);

private:
  Regions &regions_;
};

} // namespace cts
