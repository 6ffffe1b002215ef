// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checker_tool/devices.h"

#include "checker_tool/recorder.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <mutex>
#include <set>

namespace cts {
namespace {

using namespace ompt_abi;

constexpr std::size_t buffer_bytes = 64 * 1024;
constexpr int device_limit = 64;

struct Device {
  ompt_device_t *handle = nullptr;
#define OMPT_ENTRY_POINT(name, place, since) CTS_##place(name)
#define CTS_host(name)
#define CTS_device(name) ompt_##name##_t name = nullptr;
#include "ompt_abi/entry_points.def"
#undef CTS_host
#undef CTS_device
};

// Tracing callbacks come on threads of the runtime's own; devices come and go rarely. The lock is
// never held while the runtime is called: it may call back before it returns.
std::mutex devices_mutex;
std::array<Device, device_limit> devices;

bool is_known(int device_num) { return device_num >= 0 && device_num < device_limit; }

Device known_device(int device_num) {
  const std::lock_guard lock(devices_mutex);
  return devices[static_cast<std::size_t>(device_num)];
}

void set_device(int device_num, const Device &device) {
  const std::lock_guard lock(devices_mutex);
  devices[static_cast<std::size_t>(device_num)] = device;
}

// The buffers that the runtime has and we must free. Never destroyed: they may come back late.
std::set<void *> &buffers() {
  static std::set<void *> &made = *new std::set<void *>;
  return made;
}

void *new_buffer() {
  void *buffer = std::malloc(buffer_bytes);
  if (buffer) {
    const std::lock_guard lock(devices_mutex);
    buffers().insert(buffer);
  }
  return buffer;
}

bool is_ours(void *buffer) {
  const std::lock_guard lock(devices_mutex);
  return buffers().contains(buffer);
}

void free_buffer(void *buffer) {
  const std::lock_guard lock(devices_mutex);
  if (buffers().erase(buffer))
    std::free(buffer);
}

template <class E> void record(const E &e) {
  Recorder &recorder = Recorder::instance();
  if (ThreadRecorder *thread = recorder.thread())
    thread->record(e, recorder.now());
}

void result_of(int device_num, std::string_view entry_point, i64 result) {
  record(event::device_entry_point{device_num, entry_point, result});
}

void on_buffer_request(int device_num, ompt_buffer_t **buffer, std::size_t *bytes) {
  *buffer = new_buffer();
  *bytes = *buffer ? buffer_bytes : 0;
  record(event::buffer_request{device_num, reinterpret_cast<u64>(*buffer), *bytes});
}

void record_contents(int device_num, const Device &device, ompt_buffer_t *buffer, std::size_t bytes,
                     ompt_buffer_cursor_t cursor) {
  ThreadRecorder *thread = Recorder::instance().thread();
  if (!thread || !device.advance_buffer_cursor || !device.get_record_ompt ||
      !device.get_record_type)
    return;
  bytes = std::min(bytes, buffer_bytes); // whatever the runtime says
  // A runtime whose cursor never ends must not hang the program.
  for (std::size_t most = bytes / 16; most > 0; --most) {
    const ompt_record_t type = device.get_record_type(buffer, cursor);
    if (type == ompt_record_ompt) {
      ompt_record_ompt_t r;
      if (thread->read(device.get_record_ompt(buffer, cursor), r)) {
        constexpr u32 words = sizeof r.record / 8;
        record(event::device_record{device_num, static_cast<i32>(r.type), r.time, r.thread_id,
                                    r.target_id, List(&r.record, words)});
      }
    }
    ompt_buffer_cursor_t next = 0;
    if (!device.advance_buffer_cursor(device.handle, buffer, bytes, cursor, &next))
      return;
    cursor = next;
  }
}

void on_buffer_complete(int device_num, ompt_buffer_t *buffer, std::size_t bytes,
                        ompt_buffer_cursor_t begin, int buffer_owned) {
  record(event::buffer_complete{device_num, reinterpret_cast<u64>(buffer), bytes, begin,
                                buffer_owned});
  if (is_known(device_num) && is_ours(buffer) && bytes)
    record_contents(device_num, known_device(device_num), buffer, bytes, begin);
  if (buffer_owned)
    free_buffer(buffer);
}

} // namespace

void start_device_tracing(int device_num, ompt_device_t *handle, ompt_function_lookup_t lookup) {
  if (!lookup || !is_known(device_num))
    return;
  Device device;
  device.handle = handle;
#define OMPT_ENTRY_POINT(name, place, since) CTS_##place(name)
#define CTS_host(name)
#define CTS_device(name)                                                                           \
  device.name = reinterpret_cast<ompt_##name##_t>(lookup("ompt_" #name));                          \
  result_of(device_num, "ompt_" #name, reinterpret_cast<i64>(device.name));
#include "ompt_abi/entry_points.def"
#undef CTS_host
#undef CTS_device
  set_device(device_num, device);
  if (!device.set_trace_ompt || !device.start_trace)
    return;
  result_of(device_num, "ompt_set_trace_ompt()", device.set_trace_ompt(handle, 1, 0));
  result_of(device_num, "ompt_start_trace()",
            device.start_trace(handle, on_buffer_request, on_buffer_complete));
}

void stop_device_tracing(int device_num) {
  if (!is_known(device_num))
    return;
  const Device device = known_device(device_num);
  if (device.handle && device.flush_trace && device.stop_trace) {
    result_of(device_num, "ompt_flush_trace()", device.flush_trace(device.handle));
    result_of(device_num, "ompt_stop_trace()", device.stop_trace(device.handle));
  }
  set_device(device_num, {});
}

} // namespace cts
