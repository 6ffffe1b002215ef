#pragma once

#include "trace/types.h"

namespace cts::blame {

// Why a thread waits: it has no work, no work yet, or another thread is in the way.
enum class Waiting : u8 { idle, barrier, tasks, lock, critical, ordered, atomic };
inline constexpr const char *names[] = {"idle",     "barrier", "tasks", "lock",
                                        "critical", "ordered", "atomic"};

} // namespace cts::blame
