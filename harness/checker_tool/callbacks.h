// The functions that the checker registers: one for each callback of OpenMP 5.0 to 6.0.
#pragma once

#include "checker_tool/options.h"
#include "ompt_abi/ompt_abi.h"

namespace cts {

// The checker's function for the callback with this code, for ompt_set_callback; null for an
// unknown code.
ompt_abi::ompt_callback_t callback_function(unsigned code);

// Called before the first callback: sets the disturbance of the threads.
void start_perturbation(const Options &options);

} // namespace cts
