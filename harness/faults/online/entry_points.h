#pragma once

#include "ompt_abi/ompt_abi.h"

namespace cts::faults::online {

// The result of the checker's lookup of the name: our function instead of the runtime's, which is
// remembered, or the fault's answer.
ompt_abi::ompt_interface_fn_t wrapped(ompt_abi::ompt_function_lookup_t lookup, const char *name);

} // namespace cts::faults::online
