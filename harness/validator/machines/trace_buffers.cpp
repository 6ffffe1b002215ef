// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "validator/machines/trace_buffers.h"

namespace cts {

using namespace ompt_abi;

void TraceBuffers::on(const Here &here, const event::buffer_request &e) {
  if (!e.buffer || !e.bytes)
    return;
  const Buffer fresh{e.device_num, e.bytes, here.ref};
  if (const auto [at, is_new] = given_.try_emplace(e.buffer, fresh); !is_new)
    kept_.push_back(std::exchange(at->second, fresh));
  returned_.erase(e.buffer);
  const TracedDevice &device = tracing_.device(e.device_num);
  if (!device.most_buffers)
    return;
  i64 used = 0;
  for (const auto &[address, buffer] : given_)
    used += buffer.device == e.device_num;
  judge.require(Rule::buffer_limits_stable, used <= *device.most_buffers, [&] {
    return Message(
               "device {} has requested {} buffers and not given them back; it uses {} at a time "
               "at most, as it says",
               e.device_num, used, *device.most_buffers)
        .why("it said so here", device.limits);
  });
}

void TraceBuffers::judge_thread(const Here &here, const event::buffer_complete &e) {
  const Thread &thread = here.thread;
  const bool works = thread.begun && !thread.ended &&
                     (thread.type == ompt_thread_initial || thread.type == ompt_thread_worker);
  judge.require(Rule::buffer_complete_thread, !works, [&] {
    return Message("a buffer of device {} is completed on {} thread", e.device_num,
                   thread.type == ompt_thread_initial ? "an initial" : "a worker")
        .why("the thread began here", thread.begin);
  });
}

void TraceBuffers::on(const Here &here, const event::buffer_complete &e) {
  judge_thread(here, e);
  reading_[here.thread.number] = {e.device_num, e.buffer_owned != 0, {}};
  const auto at = given_.find(e.buffer);
  if (at == given_.end()) {
    const auto before = returned_.find(e.buffer);
    const bool used_again = before != returned_.end();
    judge.violated(
        used_again ? Rule::buffer_complete_owned_once : Rule::buffer_complete_own_buffer, [&] {
          auto message = Message(
              "a buffer of device {} is completed at {:#x}, {}", e.device_num, e.buffer,
              used_again ? "which has been given back to the tool" : "where the tool gave none");
          if (used_again)
            message.why("it was given back here", before->second);
          return message;
        });
    return;
  }
  const Buffer buffer = at->second;
  // Several devices may share a buffer, which none of them gives back before its end.
  const bool own = buffer.bytes == e.bytes && (buffer.device == e.device_num || !e.buffer_owned);
  judge.require(Rule::buffer_complete_own_buffer, own, [&] {
    return Message("a buffer of {} bytes is completed for device {}; it has {} and was given to "
                   "device {}",
                   e.bytes, e.device_num, buffer.bytes, buffer.device)
        .why("it was given here", buffer.given);
  });
  if (!e.buffer_owned)
    return;
  judge.held(Rule::buffer_complete_owned_once);
  given_.erase(at);
  returned_[e.buffer] = here.ref;
}

void TraceBuffers::visit(const Here &here, u64 cursor, bool shows_record) {
  Reading &reading = reading_[here.thread.number];
  const auto [at, fresh] = reading.cursors.try_emplace(cursor, here.ref);
  judge.require(Rule::cursor_advance, fresh, [&] {
    return Message("the cursor comes to {:#x} a second time", cursor)
        .why("it was there before", at->second);
  });
  judge.held(Rule::record_type);
  if (shows_record)
    judge.held(Rule::record_ompt_pointer);
}

void TraceBuffers::on(const Here &here, const event::device_record &e) {
  if (e.format == ompt_record_ompt || e.format == ompt_record_native) {
    visit(here, e.cursor);
    judge.require(Rule::record_ompt_pointer, e.record != 0, [&] {
      return Message("ompt_get_record_ompt returns no record for the cursor {:#x}, where "
                     "ompt_get_record_type says that there is one",
                     e.cursor);
    });
    return;
  }
  judge.violated(Rule::record_type, [&] {
    return Message("ompt_get_record_type returns {} for the cursor {:#x}, to which the cursor was "
                   "advanced",
                   render(enum_kind::record, e.format), e.cursor);
  });
}

void TraceBuffers::on(const Here &here, const event::buffer_read &e) {
  const Reading &reading = reading_[here.thread.number];
  judge.require(Rule::cursor_advance, e.ended != 0, [&] {
    return Message("the cursor of a buffer of device {} does not come to an end: {} positions",
                   e.device_num, e.records);
  });
  if (e.beyond)
    judge.require(Rule::record_type, e.beyond == ompt_record_invalid, [&] {
      return Message("ompt_get_record_type returns {} after the last record; expected invalid",
                     render(enum_kind::record, static_cast<u32>(e.beyond)));
    });
  // A buffer that is given back may have been of no use.
  if (!reading.owned)
    judge.require(Rule::buffer_complete_nonempty, e.records > 0, [&] {
      return Message("a buffer of device {} is completed without a record, and not given back",
                     e.device_num);
    });
}

void TraceBuffers::on(const Here &, const event::tool_finalize &) { over_ = true; }

void TraceBuffers::at_end() {
  if (!over_)
    return;
  for (const auto &[address, buffer] : given_)
    kept_.push_back(buffer);
  if (!returned_.empty() && kept_.empty())
    judge.held(Rule::buffer_complete_returned);
  for (const Buffer &buffer : kept_)
    judge.violated(Rule::buffer_complete_returned, [&] {
      return Message("a buffer that device {} had requested is not given back before the end",
                     buffer.device)
          .at(buffer.given);
    });
}

} // namespace cts
