#include "faults/synth/tracing.h"

#include "faults/synth/texts.h"

#include <algorithm>
#include <cstring>

namespace cts::synth {

using namespace ompt_abi;

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

void DeviceTrace::request_buffer(const Record &record) {
  ompt_buffer_t *given = nullptr;
  std::size_t bytes = 0;
  if (request)
    request(static_cast<int>(record.number("device_num")), &given, &bytes);
  if (bytes == 0) // no new buffer: a disobedient device keeps the old one
    return;
  buffers_[record.number("buffer")] = buffer_ = {given, bytes, record.number("bytes")};
  entries_.clear();
  beyond = ompt_record_invalid;
}

void DeviceTrace::put(const Record &record, const std::function<u64(u64)> &before) {
  const auto time = [&](const char *field) {
    const u64 after = record.number(field);
    return after ? begin + after : 0;
  };
  Entry e{};
  e.cursor = record.number("cursor");
  if (!e.cursor)
    e.cursor = 0x100 * (entries_.size() + 1);
  e.script = &record;
  e.host_op_id = before(record.number("host_op_id"));
  e.record.type = static_cast<ompt_callbacks_t>(record.number("type"));
  e.record.time = time("time");
  e.record.thread_id = record.number("thread_id");
  e.record.target_id = before(record.number("target_id"));
  if (record.code == event::device_data_op_record::event_code) {
    auto &op = e.record.record.target_data_op_emi;
    op.host_op_id = e.host_op_id;
    op.optype = static_cast<ompt_target_data_op_t>(record.number("optype"));
    op.src_addr = reinterpret_cast<void *>(record.number("src_addr"));
    op.src_device_num = static_cast<int>(record.number("src_device_num"));
    op.dest_addr = reinterpret_cast<void *>(record.number("dest_addr"));
    op.dest_device_num = static_cast<int>(record.number("dest_device_num"));
    op.bytes = record.number("bytes");
    op.end_time = time("end_time");
    op.codeptr_ra = reinterpret_cast<void *>(record.number("codeptr_ra"));
  } else if (record.code == event::device_kernel_record::event_code) {
    auto &kernel = e.record.record.target_submit_emi;
    kernel.host_op_id = e.host_op_id;
    kernel.requested_num_teams = static_cast<unsigned>(record.number("requested_num_teams"));
    kernel.granted_num_teams = static_cast<unsigned>(record.number("granted_num_teams"));
    kernel.end_time = time("end_time");
  } else if (record.code == event::device_native_record::event_code) {
    e.abstract = {static_cast<ompt_record_native_t>(record.number("rclass")),
                  text_for(record.find("type")->text), time("start_time"), time("end_time"),
                  record.number("hwid")};
  } else if (const auto &body = record.find("body")->list; !body.empty()) {
    std::memcpy(&e.record.record, body.data(), std::min(body.size() * 8, sizeof e.record.record));
  }
  entries_.push_back(e);
}

void DeviceTrace::complete_buffer(const Record &record) {
  if (!complete)
    return;
  const u64 bytes = record.number("bytes"), other = record.number("buffer"),
            cursor = record.number("begin");
  const auto known = buffers_.find(other);
  const Buffer buffer = known != buffers_.end() ? known->second
                        : other ? Buffer{reinterpret_cast<ompt_buffer_t *>(other), bytes, bytes}
                                : buffer_;
  complete(static_cast<int>(record.number("device_num")), buffer.given,
           !bytes || bytes == buffer.said ? buffer.bytes : bytes,
           !entries_.empty() && !entry(cursor) ? entries_.front().cursor
           : cursor                            ? cursor
                                               : end,
           static_cast<int>(record.number("buffer_owned")));
  entries_.clear();
}

void DeviceTrace::step(const Record &record, const std::function<u64(u64)> &before) {
  switch (record.code) {
  case event::buffer_request::event_code:
    request_buffer(record);
    return;
  case event::buffer_read::event_code:
    beyond = static_cast<ompt_record_t>(record.number("beyond"));
    return;
  case event::buffer_complete::event_code:
    complete_buffer(record);
    return;
  default:
    if (buffer_.given)
      put(record, before);
  }
}

} // namespace cts::synth
