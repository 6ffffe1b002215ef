#include "checker_tool/devices.h"

#include "checker_tool/process_facts.h"
#include "checker_tool/recorder.h"
#include "checker_tool/trace_buffers.h"

#include <array>
#include <initializer_list>

namespace cts {
namespace {

using namespace ompt_abi;

constexpr int device_limit = 64;

// Every kind of ompt_native_mon_flag_t.
constexpr int all_native_kinds = 0x1ff;

// omp_control_tool_t.
enum Command : std::uint64_t { start = 1, pause = 2, flush = 3, end = 4 };

// Tracing callbacks run on the runtime's own threads; devices change rarely. The lock is never held
// during a call of the runtime, which may call back before it returns.
SpinLock devices_lock;
std::array<Device, device_limit> devices;

bool is_known(int device_num) { return device_num >= 0 && device_num < device_limit; }

void set_device(int device_num, const Device &device) {
  const Locked lock(devices_lock);
  devices[static_cast<std::size_t>(device_num)] = device;
}

void answer(int device_num, std::string_view entry_point, i64 result,
            std::initializer_list<u64> values = {}) {
  Recorder &recorder = Recorder::instance();
  if (ThreadRecorder *thread = recorder.thread())
    thread->record(event::device_entry_point{
        device_num, entry_point, result, List(values.begin(), static_cast<u32>(values.size()))});
}

i64 nanoseconds(double seconds) {
  constexpr double most = 9e18;
  const double value = seconds * 1e9;
  return value > -most && value < most ? static_cast<i64>(value) : -1;
}

void ask_limits(int device_num, const Device &device) {
  if (!device.get_buffer_limits)
    return;
  int buffers = 0;
  std::size_t bytes = 0;
  device.get_buffer_limits(device.handle, &buffers, &bytes);
  answer(device_num, "ompt_get_buffer_limits()", buffers, {bytes});
}

void choose_events(int device_num, const Device &device) {
  const auto choose = [&](unsigned enable, unsigned type) {
    answer(device_num, "ompt_set_trace_ompt()", device.set_trace_ompt(device.handle, enable, type),
           {enable, type});
  };
  const Options &options = Recorder::instance().options();
  if (options.traced.all()) {
    choose(1, 0);
    return;
  }
  // Switches all on at once, then some off again: those must give no record.
  const bool all_but_some = options.traced[0];
  choose(all_but_some, 0);
  for (unsigned type = 1; type < options.traced.size(); ++type)
    if (options.traced[type] != all_but_some)
      choose(!all_but_some, type);
}

bool start_trace(int device_num, const Device &device) {
  const int result = device.start_trace(device.handle, on_buffer_request, on_buffer_complete);
  answer(device_num, "ompt_start_trace()", result);
  return result == 1;
}

void pause_trace(int device_num, const Device &device, int begin) {
  if (device.pause_trace)
    answer(device_num, "ompt_pause_trace()", device.pause_trace(device.handle, begin),
           {static_cast<u64>(begin)});
}

void flush_trace(int device_num, const Device &device) {
  if (device.flush_trace)
    answer(device_num, "ompt_flush_trace()", device.flush_trace(device.handle));
}

void stop_trace(int device_num, const Device &device) {
  if (device.stop_trace)
    answer(device_num, "ompt_stop_trace()", device.stop_trace(device.handle));
}

} // namespace

Device known_device(int device_num) {
  if (!is_known(device_num))
    return {};
  const Locked lock(devices_lock);
  return devices[static_cast<std::size_t>(device_num)];
}

void record_device_time(int device_num, const Device &device) {
  if (!device.get_device_time)
    return;
  const u64 before = kernel::monotonic();
  const ompt_device_time_t time = device.get_device_time(device.handle);
  const u64 after = kernel::monotonic();
  answer(device_num, "ompt_get_device_time()", static_cast<i64>(time));
  if (device.translate_time)
    answer(device_num, "ompt_translate_time()",
           nanoseconds(device.translate_time(device.handle, time)), {time, before, after});
}

void start_device_tracing(int device_num, ompt_device_t *handle, ompt_function_lookup_t lookup) {
  if (!lookup || !is_known(device_num) || !CodeMappings().hold(lookup))
    return;
  Device device;
  device.handle = handle;
#define CTS_device(name)                                                                           \
  device.name = reinterpret_cast<ompt_##name##_t>(lookup("ompt_" #name));                          \
  answer(device_num, "ompt_" #name, reinterpret_cast<i64>(device.name));
#include "ompt_abi/entry_points.def"
  const CodeMappings code; // pointers to no code are not called
#define CTS_device(name)                                                                           \
  if (device.name && !code.hold(device.name))                                                      \
    device.name = nullptr;
#include "ompt_abi/entry_points.def"
  set_device(device_num, device);
  if (device.get_device_num_procs)
    answer(device_num, "ompt_get_device_num_procs()", device.get_device_num_procs(handle));
  record_device_time(device_num, device);
  if (!device.start_trace || Recorder::instance().options().traced.none())
    return;
  if (device.set_trace_native)
    answer(device_num, "ompt_set_trace_native()",
           device.set_trace_native(handle, 1, all_native_kinds), {1, all_native_kinds});
  if (device.set_trace_ompt)
    choose_events(device_num, device);
  ask_limits(device_num, device);
  // All entry points are called once while the buffer is empty; then tracing starts in earnest.
  if (start_trace(device_num, device)) {
    for (const int begin : {1, 1, 0, 0})
      pause_trace(device_num, device, begin);
    ask_limits(device_num, device);
    flush_trace(device_num, device);
    stop_trace(device_num, device);
  }
  device.started = start_trace(device_num, device);
  set_device(device_num, device);
}

void control_device_tracing(std::uint64_t command) {
  for (int number = 0; number < device_limit; ++number) {
    Device device = known_device(number);
    if (!device.handle || !device.start_trace)
      continue;
    if (command == Command::start && !device.started) {
      device.started = start_trace(number, device);
      set_device(number, device);
    } else if (command == Command::start || command == Command::pause) {
      pause_trace(number, device, command == Command::pause);
    } else if (command == Command::flush) {
      flush_trace(number, device);
    } else if (command == Command::end) {
      stop_trace(number, device);
      device.started = false;
      set_device(number, device);
    }
  }
}

void stop_device_tracing(int device_num) {
  const Device device = known_device(device_num);
  if (!device.handle)
    return;
  if (device.started) {
    flush_trace(device_num, device);
    stop_trace(device_num, device);
  }
  set_device(device_num, {});
}

} // namespace cts
