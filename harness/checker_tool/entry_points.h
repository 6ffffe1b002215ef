// The runtime's entry points, as the initializer looked them up; null if the lookup found none.
#pragma once

#include "ompt_abi/ompt_abi.h"

namespace cts {

struct EntryPoints {
#define CTS_host(name) ompt_abi::ompt_##name##_t name = nullptr;
#include "ompt_abi/entry_points.def"
};

// Written once by the initializer before any callback can run, read-only afterwards.
extern EntryPoints entry_points;
// The lookup function.
extern ompt_abi::ompt_function_lookup_t runtime_lookup;
// Points to callback_function of callbacks.h, for code that the callbacks themselves use.
extern ompt_abi::ompt_callback_t (*const checkers_function)(unsigned code);

} // namespace cts
