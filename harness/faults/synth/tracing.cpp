// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "faults/synth/tracing.h"

#include "faults/synth/player.h"

#include <algorithm>
#include <cstring>
#include <time.h>

namespace cts::synth {

using namespace ompt_abi;

namespace {

u64 number(const Record &record, std::string_view field) {
  const Value *value = record.find(field);
  return value ? value->number : 0;
}

u64 now() {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<u64>(time.tv_sec) * 1'000'000'000 + static_cast<u64>(time.tv_nsec);
}

} // namespace

const DeviceTrace::Entry *DeviceTrace::entry(u64 cursor) const {
  const auto at = std::find_if(entries_.begin(), entries_.end(),
                               [&](const Entry &e) { return e.cursor == cursor; });
  return at == entries_.end() ? nullptr : &*at;
}

const DeviceTrace::Entry *DeviceTrace::behind(const Entry *entry) const {
  const auto at =
      std::find_if(entries_.begin(), entries_.end(), [&](const Entry &e) { return &e == entry; });
  return at == entries_.end() || at + 1 == entries_.end() ? nullptr : &*(at + 1);
}

void DeviceTrace::request_buffer(int number) {
  ompt_buffer_t *given = nullptr;
  std::size_t bytes = 0;
  if (request)
    request(number, &given, &bytes);
  if (bytes == 0) // one that never obeys goes on with the buffer that it has
    return;
  buffer_ = given;
  bytes_ = bytes;
  entries_.clear();
  beyond = ompt_record_invalid;
}

void DeviceTrace::put(const Record &record, const std::function<u64(u64)> &before) {
  const auto time = [&](const char *field) {
    const u64 after = number(record, field);
    return after ? begin + after : 0;
  };
  Entry e{};
  e.cursor = number(record, "cursor");
  if (!e.cursor)
    e.cursor = 0x100 * (entries_.size() + 1);
  e.script = &record;
  e.host_op_id = before(number(record, "host_op_id"));
  e.record.type = static_cast<ompt_callbacks_t>(number(record, "type"));
  e.record.time = time("time");
  e.record.thread_id = number(record, "thread_id");
  e.record.target_id = before(number(record, "target_id"));
  if (record.code == event::device_data_op_record::event_code) {
    auto &op = e.record.record.target_data_op_emi;
    op.host_op_id = e.host_op_id;
    op.optype = static_cast<ompt_target_data_op_t>(number(record, "optype"));
    op.src_addr = reinterpret_cast<void *>(number(record, "src_addr"));
    op.src_device_num = static_cast<int>(number(record, "src_device_num"));
    op.dest_addr = reinterpret_cast<void *>(number(record, "dest_addr"));
    op.dest_device_num = static_cast<int>(number(record, "dest_device_num"));
    op.bytes = number(record, "bytes");
    op.end_time = time("end_time");
    op.codeptr_ra = reinterpret_cast<void *>(number(record, "codeptr_ra"));
  } else if (record.code == event::device_kernel_record::event_code) {
    auto &kernel = e.record.record.target_submit_emi;
    kernel.host_op_id = e.host_op_id;
    kernel.requested_num_teams = static_cast<unsigned>(number(record, "requested_num_teams"));
    kernel.granted_num_teams = static_cast<unsigned>(number(record, "granted_num_teams"));
    kernel.end_time = time("end_time");
  } else if (record.code == event::device_native_record::event_code) {
    e.abstract = {static_cast<ompt_record_native_t>(number(record, "rclass")),
                  text_for(record.find("type")->text), time("start_time"), time("end_time"),
                  number(record, "hwid")};
  } else if (const auto &body = record.find("body")->list; !body.empty()) {
    std::memcpy(&e.record.record, body.data(), std::min(body.size() * 8, sizeof e.record.record));
  }
  entries_.push_back(e);
}

void DeviceTrace::complete_buffer(const Record &record) {
  if (!complete)
    return;
  const u64 bytes = number(record, "bytes"), other = number(record, "buffer"),
            cursor = number(record, "begin");
  complete(static_cast<int>(number(record, "device_num")),
           other ? reinterpret_cast<ompt_buffer_t *>(other) : buffer_, bytes ? bytes : bytes_,
           cursor             ? cursor
           : entries_.empty() ? end
                              : entries_.front().cursor,
           static_cast<int>(number(record, "buffer_owned")));
  entries_.clear();
}

void DeviceTrace::step(const Record &record, const std::function<u64(u64)> &before) {
  switch (record.code) {
  case event::buffer_request::event_code:
    request_buffer(static_cast<int>(number(record, "device_num")));
    return;
  case event::buffer_read::event_code:
    beyond = static_cast<ompt_record_t>(number(record, "beyond"));
    return;
  case event::buffer_complete::event_code:
    complete_buffer(record);
    return;
  default:
    if (buffer_)
      put(record, before);
  }
}

namespace {

// A device's number is its handle.
u64 number_of(ompt_device_t *device) { return reinterpret_cast<u64>(device); }
DeviceTrace &trace_of(ompt_device_t *device) {
  return Player::instance().device(number_of(device));
}
// Buffers do not say whose they are.
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
    if (number(*record, "device_num") == number_of(device) &&
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
  return record ? static_cast<i64>(number(*record, "result")) : otherwise;
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
  *buffers = record ? static_cast<int>(number(*record, "result")) : 8;
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
  const u64 format = number(*entry->script, "format");
  return format ? static_cast<ompt_record_t>(format) : ompt_record_ompt;
}
ompt_record_ompt_t *get_record_ompt(ompt_buffer_t *, ompt_buffer_cursor_t current) {
  const auto *entry = trace_with(current).entry(current);
  if (!entry || number(*entry->script, "record") == 0x10)
    return nullptr;
  return const_cast<ompt_record_ompt_t *>(&entry->record);
}
void *get_record_native(ompt_buffer_t *, ompt_buffer_cursor_t current, ompt_id_t *host_op_id) {
  const auto *entry = trace_with(current).entry(current);
  if (!entry || number(*entry->script, "record") == 0)
    return nullptr;
  if (number(*entry->script, "host_op_id_set"))
    *host_op_id = entry->host_op_id;
  return const_cast<DeviceTrace::Entry *>(entry);
}
ompt_record_abstract_t *get_record_abstract(void *native) {
  return &static_cast<DeviceTrace::Entry *>(native)->abstract;
}

} // namespace

ompt_interface_fn_t device_lookup(const char *name) {
  for (const Record *record : Player::instance().scripted(event::device_entry_point::event_code))
    if (record->find("entry_point")->text == name && number(*record, "result") == 0)
      return nullptr;
#define OMPT_ENTRY_POINT(entry, place, since) CTS_##place(entry)
#define CTS_host(entry)
#define CTS_device(entry)                                                                          \
  if (std::string_view(name) == "ompt_" #entry)                                                    \
    return reinterpret_cast<ompt_interface_fn_t>(static_cast<ompt_##entry##_t>(&entry));
#include "ompt_abi/entry_points.def"
#undef CTS_host
#undef CTS_device
  return nullptr;
}

} // namespace cts::synth
