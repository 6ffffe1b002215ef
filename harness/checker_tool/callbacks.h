// The functions that the checker registers: one for each callback of OpenMP 5.0 to 6.0.
#pragma once

#include "checker_tool/options.h"
#include "ompt_abi/ompt_abi.h"

namespace cts {

// The checker's function for the callback with this code, to be handed to ompt_set_callback; null
// for a code that no version knows.
ompt_abi::ompt_callback_t callback_function(unsigned code);

// Before the first callback: how the threads are disturbed.
void start_perturbation(const Options &options);

} // namespace cts
