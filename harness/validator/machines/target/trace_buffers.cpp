#include "validator/machines/target/trace_buffers.h"

#include "rules/tracing.h"

namespace cts {

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
  judge.require(used <= *device.most_buffers, [&] {
    return buffer_limits_stable::too_many{
        .device = e.device_num, .used = used, .most_buffers = *device.most_buffers}
        .why("it said so here", device.limits);
  });
}

void TraceBuffers::judge_thread(const Here &here, const event::buffer_complete &e) {
  const Thread &thread = here.thread;
  const bool works = thread.begun && !thread.ended &&
                     (thread.type == ompt_thread_initial || thread.type == ompt_thread_worker);
  judge.require(rule::buffer_complete_thread, !works, [&] {
    auto message = thread.type == ompt_thread_initial
                       ? Message(buffer_complete_thread::initial_thread{.device = e.device_num})
                       : Message(buffer_complete_thread::worker_thread{.device = e.device_num});
    return message.why("the thread began here", thread.begin);
  });
}

void TraceBuffers::on(const Here &here, const event::buffer_complete &e) {
  judge_thread(here, e);
  reading_[here.thread.number] = {e.device_num, e.buffer_owned != 0, {}};
  const auto at = given_.find(e.buffer);
  if (at == given_.end()) {
    const auto before = returned_.find(e.buffer);
    if (before != returned_.end())
      return judge.violated([&] {
        return buffer_complete_owned_once::given_back{.device = e.device_num, .buffer = e.buffer}
            .why("it was given back here", before->second);
      });
    return judge.violated([&] {
      return buffer_complete_own_buffer::none_given{.device = e.device_num, .buffer = e.buffer};
    });
  }
  const Buffer buffer = at->second;
  // Several devices may share a buffer; none of them returns it before its own end.
  const bool own = buffer.bytes == e.bytes && (buffer.device == e.device_num || !e.buffer_owned);
  judge.require(own, [&] {
    return buffer_complete_own_buffer::another_size{
        .bytes = e.bytes, .device = e.device_num, .given = buffer.bytes, .of = buffer.device}
        .why("it was given here", buffer.given);
  });
  if (!e.buffer_owned)
    return;
  judge.held(rule::buffer_complete_owned_once);
  given_.erase(at);
  returned_[e.buffer] = here.ref;
}

void TraceBuffers::visit(const Here &here, u64 cursor, bool shows_record) {
  Reading &reading = reading_[here.thread.number];
  const auto [at, fresh] = reading.cursors.try_emplace(cursor, here.ref);
  judge.require(fresh, [&] {
    return cursor_advance::again{.cursor = cursor}.why("it was there before", at->second);
  });
  judge.held(rule::record_type);
  if (shows_record)
    judge.held(rule::record_ompt_pointer);
}

void TraceBuffers::on(const Here &here, const event::device_record &e) {
  if (e.format == ompt_record_ompt || e.format == ompt_record_native) {
    visit(here, e.cursor);
    judge.require(e.record != 0,
                  [&] { return record_ompt_pointer::no_record{.cursor = e.cursor}; });
    return;
  }
  judge.violated([&] { return record_type::another_type{.format = e.format, .cursor = e.cursor}; });
}

void TraceBuffers::on(const Here &here, const event::buffer_read &e) {
  const Reading &reading = reading_[here.thread.number];
  judge.require(e.ended != 0, [&] {
    return cursor_advance::endless{.device = e.device_num, .records = e.records};
  });
  if (e.beyond)
    judge.require(e.beyond == ompt_record_invalid, [&] {
      return record_type::after_the_last{.beyond = static_cast<u32>(e.beyond)};
    });
  // The runtime may return a buffer that it did not use.
  if (!reading.owned)
    judge.require(e.records > 0,
                  [&] { return buffer_complete_nonempty::empty{.device = e.device_num}; });
}

void TraceBuffers::on(const Here &, const event::tool_finalize &) { over_ = true; }

void TraceBuffers::at_end() {
  if (!over_)
    return;
  for (const auto &[address, buffer] : given_)
    kept_.push_back(buffer);
  if (!returned_.empty() && kept_.empty())
    judge.held(rule::buffer_complete_returned);
  for (const Buffer &buffer : kept_)
    judge.violated(
        [&] { return buffer_complete_returned::kept{.device = buffer.device}.at(buffer.given); });
}

} // namespace cts
