// Functions that replace the checker's callbacks.
#pragma once

#include "ompt_abi/ompt_abi.h"

namespace cts::faults::online {

// Keeps the checker's callback and returns the function to register instead; null for null.
ompt_abi::ompt_callback_t stand_in(unsigned code, ompt_abi::ompt_callback_t checkers);
// The kept event; null if there is none.
ompt_abi::ompt_callback_t kept_callback(unsigned code);

// Callbacks that a fault has delayed until the tool is finalized.
void after_finalization();
// A callback that a fault dispatches before the initializer has returned.
void before_initialization(unsigned code);

} // namespace cts::faults::online
