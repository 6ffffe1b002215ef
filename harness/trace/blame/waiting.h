#pragma once

#include "trace/types.h"

namespace cts::blame {

// Why a thread waits: there is nothing to do for it, or not yet, or somebody else is in the way.
enum class Waiting : u8 { idle, barrier, tasks, lock, critical, ordered, atomic };
inline constexpr const char *names[] = {"idle",     "barrier", "tasks", "lock",
                                        "critical", "ordered", "atomic"};

} // namespace cts::blame
