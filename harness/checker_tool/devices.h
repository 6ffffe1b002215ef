// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device tracing: switched on for every device that offers it, its buffers recorded.
#pragma once

#include "ompt_abi/ompt_abi.h"

namespace cts {

// Called in device_initialize: looks up the device's tracing entry points and starts tracing
// everything. Does nothing for a device without a lookup function.
void start_device_tracing(int device_num, ompt_abi::ompt_device_t *device,
                          ompt_abi::ompt_function_lookup_t lookup);

// Called in device_finalize, before the device is gone: flushes and stops tracing.
void stop_device_tracing(int device_num);

} // namespace cts
