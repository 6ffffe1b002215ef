// The entry points of a synthetic device. The scenario gives their answers.
#include "faults/synth/player.h"

#include <chrono>

namespace cts::synth {

using namespace ompt_abi;

namespace {

u64 now() {
  const auto time = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<u64>(std::chrono::nanoseconds(time).count());
}

u64 number_of(ompt_device_t *device) { return reinterpret_cast<u64>(device) - 1; }
DeviceTrace &trace_of(ompt_device_t *device) {
  return Player::instance().device(number_of(device));
}
// Buffers do not name their owner.
DeviceTrace &trace_with(u64 cursor) {
  auto &devices = Player::instance().devices();
  for (auto &[number, trace] : devices)
    if (trace.entry(cursor))
      return trace;
  return devices.begin()->second;
}

// The scenario's record of this call; null if it has none.
const Record *script(ompt_device_t *device, const char *call) {
  std::size_t &made = trace_of(device).calls[call];
  std::size_t seen = 0;
  const Record *last = nullptr;
  for (const Record *record : Player::instance().scripted(event::device_entry_point::event_code))
    if (record->number("device_num") == number_of(device) &&
        record->find("entry_point")->text == call) {
      last = record;
      if (seen++ == made)
        break;
    }
  ++made;
  return last;
}

i64 answer(ompt_device_t *device, const char *call, i64 otherwise) {
  const Record *record = script(device, call);
  return record ? static_cast<i64>(record->number("result")) : otherwise;
}
int brief(ompt_device_t *device, const char *call, int otherwise) {
  return static_cast<int>(answer(device, call, otherwise));
}

int get_device_num_procs(ompt_device_t *device) {
  return brief(device, "ompt_get_device_num_procs()", 1);
}
ompt_device_time_t get_device_time(ompt_device_t *device) {
  return static_cast<u64>(answer(device, "ompt_get_device_time()", static_cast<i64>(now())));
}
double translate_time(ompt_device_t *device, ompt_device_time_t time) {
  return static_cast<double>(answer(device, "ompt_translate_time()", static_cast<i64>(time))) / 1e9;
}
ompt_set_result_t set_trace_ompt(ompt_device_t *device, unsigned, unsigned) {
  return static_cast<ompt_set_result_t>(brief(device, "ompt_set_trace_ompt()", ompt_set_always));
}
ompt_set_result_t set_trace_native(ompt_device_t *device, int, int) {
  return static_cast<ompt_set_result_t>(brief(device, "ompt_set_trace_native()", ompt_set_never));
}
void get_buffer_limits(ompt_device_t *device, int *buffers, std::size_t *bytes) {
  const Record *record = script(device, "ompt_get_buffer_limits()");
  *buffers = record ? static_cast<int>(record->number("result")) : 8;
  const bool said = record && !record->find("values")->list.empty();
  *bytes = said ? record->find("values")->list.front() : 4096;
}
int start_trace(ompt_device_t *device, ompt_callback_buffer_request_t request,
                ompt_callback_buffer_complete_t complete) {
  DeviceTrace &trace = trace_of(device);
  trace.request = request;
  trace.complete = complete;
  trace.begin = now();
  return brief(device, "ompt_start_trace()", 1);
}
int pause_trace(ompt_device_t *device, int) { return brief(device, "ompt_pause_trace()", 1); }
int flush_trace(ompt_device_t *device) { return brief(device, "ompt_flush_trace()", 1); }
int stop_trace(ompt_device_t *device) { return brief(device, "ompt_stop_trace()", 1); }

int advance_buffer_cursor(ompt_device_t *device, ompt_buffer_t *, std::size_t,
                          ompt_buffer_cursor_t current, ompt_buffer_cursor_t *next) {
  const DeviceTrace &trace = trace_of(device);
  const auto *behind = trace.behind(trace.entry(current));
  *next = behind ? behind->cursor : DeviceTrace::end;
  return behind != nullptr;
}
ompt_record_t get_record_type(ompt_buffer_t *, ompt_buffer_cursor_t current) {
  const DeviceTrace &trace = trace_with(current);
  const auto *entry = trace.entry(current);
  if (!entry)
    return current == DeviceTrace::end ? trace.beyond : ompt_record_invalid;
  if (entry->script->code == event::device_native_record::event_code)
    return ompt_record_native;
  const u64 format = entry->script->number("format");
  return format ? static_cast<ompt_record_t>(format) : ompt_record_ompt;
}
ompt_record_ompt_t *get_record_ompt(ompt_buffer_t *, ompt_buffer_cursor_t current) {
  const auto *entry = trace_with(current).entry(current);
  if (!entry || entry->script->number("record") == 0x10)
    return nullptr;
  return const_cast<ompt_record_ompt_t *>(&entry->record);
}
void *get_record_native(ompt_buffer_t *, ompt_buffer_cursor_t current, ompt_id_t *host_op_id) {
  const auto *entry = trace_with(current).entry(current);
  if (!entry || entry->script->number("record") == 0)
    return nullptr;
  if (entry->script->number("host_op_id_set"))
    *host_op_id = entry->host_op_id;
  return const_cast<DeviceTrace::Entry *>(entry);
}
ompt_record_abstract_t *get_record_abstract(void *native) {
  return &static_cast<DeviceTrace::Entry *>(native)->abstract;
}

} // namespace

ompt_interface_fn_t device_lookup(const char *name) {
  if (Player::instance().withholds(event::device_entry_point::event_code, name, "result"))
    return nullptr;
#define CTS_device(entry)                                                                          \
  if (std::string_view(name) == "ompt_" #entry)                                                    \
    return reinterpret_cast<ompt_interface_fn_t>(static_cast<ompt_##entry##_t>(&entry));
#include "ompt_abi/entry_points.def"
  return nullptr;
}

} // namespace cts::synth
