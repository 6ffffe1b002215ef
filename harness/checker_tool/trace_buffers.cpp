#include "checker_tool/trace_buffers.h"

#include "checker_tool/recorder.h"

#include <algorithm>
#include <array>

namespace cts {
namespace {

using namespace ompt_abi;

// No record is smaller than its header's first field, whatever the format.
constexpr std::size_t least_record = 8;

SpinLock buffers_lock;

// Buffers that the runtime holds and we must free: they may come back late.
std::array<void *, 4096> buffers{};

// Replaces the first `before` by `after`; false if there is none. The lock is held.
bool replace(void *before, void *after) {
  const auto at = std::find(buffers.begin(), buffers.end(), before);
  if (at == buffers.end())
    return false;
  *at = after;
  return true;
}

// Null if the options permit no more.
void *new_buffer() {
  static std::size_t offered = 0;
  const Options &options = Recorder::instance().options();
  const Locked lock(buffers_lock);
  if (options.buffer_bytes == 0 || offered >= options.buffers)
    return nullptr;
  void *buffer = kernel::map_private(options.buffer_bytes);
  if (buffer && !replace(nullptr, buffer)) {
    kernel::unmap(buffer, options.buffer_bytes);
    return nullptr;
  }
  offered += buffer != nullptr;
  return buffer;
}

// 0 for a buffer that is not ours.
std::size_t size_of(void *buffer) {
  const Locked lock(buffers_lock);
  return buffer && replace(buffer, buffer) ? Recorder::instance().options().buffer_bytes : 0;
}

void free_buffer(void *buffer) {
  const Locked lock(buffers_lock);
  if (buffer && replace(buffer, nullptr))
    kernel::unmap(buffer, Recorder::instance().options().buffer_bytes);
}

template <class E> void record(const E &e) {
  Recorder &recorder = Recorder::instance();
  if (ThreadRecorder *thread = recorder.thread())
    thread->record(e);
}

u64 word(const void *p) { return reinterpret_cast<u64>(p); }

void record_ompt(ThreadRecorder &thread, int device_num, ompt_buffer_cursor_t cursor,
                 const ompt_record_ompt_t *at) {
  ompt_record_ompt_t r{};
  const bool readable = thread.read(at, r);
  if (readable &&
      (r.type == ompt_callback_target_data_op || r.type == ompt_callback_target_data_op_emi)) {
    const auto &op = r.record.target_data_op_emi;
    record(event::device_data_op_record{device_num, cursor, r.type, r.time, r.thread_id,
                                        r.target_id, op.host_op_id, op.optype, word(op.src_addr),
                                        op.src_device_num, word(op.dest_addr), op.dest_device_num,
                                        op.bytes, op.end_time, word(op.codeptr_ra)});
  } else if (readable &&
             (r.type == ompt_callback_target_submit || r.type == ompt_callback_target_submit_emi)) {
    const auto &kernel = r.record.target_submit_emi;
    record(event::device_kernel_record{device_num, cursor, r.type, r.time, r.thread_id, r.target_id,
                                       kernel.host_op_id, kernel.requested_num_teams,
                                       kernel.granted_num_teams, kernel.end_time});
  } else {
    record(event::device_record{device_num, cursor, ompt_record_ompt, readable ? word(at) : 0,
                                r.type, r.time, r.thread_id, r.target_id,
                                List(&r.record, sizeof r.record / 8)});
  }
}

void record_native(ThreadRecorder &thread, int device_num, const Device &device,
                   ompt_buffer_t *buffer, ompt_buffer_cursor_t cursor) {
  if (!device.get_record_native)
    return;
  constexpr ompt_id_t canary = 0x6f6d70742d637473;
  ompt_id_t host_op_id = canary;
  void *native = device.get_record_native(buffer, cursor, &host_op_id);
  ompt_record_abstract_t abstract{};
  const ompt_record_abstract_t *at = nullptr;
  if (native && device.get_record_abstract)
    at = device.get_record_abstract(native);
  if (at && !thread.read(at, abstract))
    at = nullptr;
  const Scratch memory;
  const bool set = host_op_id != canary;
  record(event::device_native_record{
      device_num, cursor, word(native), set ? host_op_id : 0, set, word(at), abstract.rclass,
      thread.text(abstract.type, memory.as<char>()), word(abstract.type), abstract.start_time,
      abstract.end_time, abstract.hwid});
}

void read_records(int device_num, const Device &device, ompt_buffer_t *buffer, std::size_t bytes,
                  ompt_buffer_cursor_t cursor) {
  ThreadRecorder *thread = Recorder::instance().thread();
  if (!thread || !device.advance_buffer_cursor || !device.get_record_ompt ||
      !device.get_record_type)
    return;
  event::buffer_read end{device_num, word(buffer), 0, 0, 0};
  // A runtime with an endless cursor must not hang the program.
  for (const std::size_t most = bytes / least_record; end.records < most && !end.ended;) {
    const ompt_record_t format = device.get_record_type(buffer, cursor);
    if (end.records == 0 && format == ompt_record_invalid) { // there is none
      end.beyond = ompt_record_invalid;
      end.ended = 1;
      break;
    }
    if (format == ompt_record_ompt)
      record_ompt(*thread, device_num, cursor, device.get_record_ompt(buffer, cursor));
    else if (format == ompt_record_native)
      record_native(*thread, device_num, device, buffer, cursor);
    else
      record(event::device_record{device_num, cursor, static_cast<u32>(format), 0, 0, 0, 0, 0, {}});
    ++end.records;
    ompt_buffer_cursor_t next = cursor;
    if (!device.advance_buffer_cursor(device.handle, buffer, bytes, cursor, &next)) {
      end.ended = 1;
      if (next != cursor)
        end.beyond = device.get_record_type(buffer, next);
    }
    cursor = next;
  }
  record(end);
}

} // namespace

void on_buffer_request(int device_num, ompt_buffer_t **buffer, std::size_t *bytes) {
  ThreadRecorder *thread = Recorder::instance().thread();
  std::size_t minimum = 0;
  if (!buffer || !bytes || !thread || !thread->read(bytes, minimum))
    return;
  *buffer = new_buffer();
  *bytes = size_of(*buffer);
  record(event::buffer_request{device_num, word(*buffer), *bytes, minimum});
}

void on_buffer_complete(int device_num, ompt_buffer_t *buffer, std::size_t bytes,
                        ompt_buffer_cursor_t begin, int buffer_owned) {
  record(event::buffer_complete{device_num, word(buffer), bytes, begin, buffer_owned});
  const Device device = known_device(device_num);
  const std::size_t size = size_of(buffer);
  if (size && bytes) { // the runtime's values may be wrong
    record_device_time(device_num, device);
    read_records(device_num, device, buffer, std::min(bytes, size), begin);
  }
  if (buffer_owned)
    free_buffer(buffer);
}

} // namespace cts
