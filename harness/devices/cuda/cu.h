// The part of the CUDA driver's C interface that an OpenMP device library calls, in our own
// declarations (https://docs.nvidia.com/cuda/cuda-driver-api/). Handles are our objects.
#pragma once

#include "devices/worker.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

using Result = int;
inline constexpr Result success = 0, invalid_value = 1, out_of_memory = 2, no_device = 100,
                        invalid_device = 101, invalid_image = 200, not_found = 500, not_ready = 600,
                        not_supported = 801;
using DevicePointer = std::uint64_t;

// The driver's functions are found by their names. Some names have a version; both names mean one
// function.
#define CU extern "C" [[gnu::visibility("default")]] Result
#define CU_PLAIN_NAME(name)                                                                        \
  extern "C" [[gnu::visibility("default"), gnu::nothrow,                                           \
               gnu::alias(#name "_v2")]] decltype(name##_v2) name;

// A thread's calls go to its current device; device 0 before the thread has chosen one.
int current_device();

// A stream's commands run in order, on a thread of its own.
struct Stream {
  int device = 0;
  cts::devices::Worker worker;
};
// An event is the place in a stream where it was last recorded.
struct Event {
  std::mutex mutex;
  std::shared_ptr<cts::devices::Signal> last;
};
// All commands requested of the device have finished when this returns.
void wait_for_device(int device);
