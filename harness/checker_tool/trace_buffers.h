// The buffers that devices fill with trace records, and their contents.
#pragma once

#include "ompt_abi/ompt_abi.h"

namespace cts {

// An initialized device, with the entry points of its tracing interface.
struct Device {
  ompt_abi::ompt_device_t *handle = nullptr;
  bool started = false; // by the checker, and not stopped since
#define CTS_device(name) ompt_abi::ompt_##name##_t name = nullptr;
#include "ompt_abi/entry_points.def"
};

// The device's entry points; none for an unknown device. Thread safe.
Device known_device(int device_num);

// Records the device's clock, and the same time translated. Thread safe.
void record_device_time(int device_num, const Device &device);

// The callbacks that ompt_start_trace gets.
void on_buffer_request(int device_num, ompt_abi::ompt_buffer_t **buffer, std::size_t *bytes);
void on_buffer_complete(int device_num, ompt_abi::ompt_buffer_t *buffer, std::size_t bytes,
                        ompt_abi::ompt_buffer_cursor_t begin, int buffer_owned);

} // namespace cts
