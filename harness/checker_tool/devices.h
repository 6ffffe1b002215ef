// Device tracing: switched on for every device that offers it, every entry point asked.
//
// Calls of entry points are recorded as device_entry_point with these values: the arguments after
// the device, and for
//
//   ompt_get_buffer_limits   result: buffers; values: recommended bytes
//   ompt_translate_time      result: the host time in nanoseconds; values: the device time, and the
//                            host's monotonic clock in nanoseconds before and after the device time
//                            was asked for
#pragma once

#include "ompt_abi/ompt_abi.h"

namespace cts {

// Called in device_initialize: looks up the device's entry points, calls each of them once, and
// starts tracing as the options say. Does nothing for a device without a lookup function.
void start_device_tracing(int device_num, ompt_abi::ompt_device_t *device,
                          ompt_abi::ompt_function_lookup_t lookup);

// The program's commands to the tool by omp_control_tool, for all devices: start resumes a trace,
// or starts an ended one again; pause, flush and end act as named. Other commands do nothing.
void control_device_tracing(std::uint64_t command);

// Called in device_finalize, when everything should have been delivered: requests the undelivered
// rest.
void stop_device_tracing(int device_num);

} // namespace cts
