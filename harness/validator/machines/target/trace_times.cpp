#include "validator/machines/target/trace_times.h"

#include "rules/tracing.h"

#include <algorithm>

namespace cts {

// Both times are the device's: they lie roughly between the start of the trace and now, by the
// device's clock. The tolerance is the time that has passed since then; an hour too early would be
// wrong.
void TraceTimes::judge_times(i32 number, u64 time, u64 end_time) {
  if (time && end_time)
    judge.require(time <= end_time,
                  [&] { return record_times::backwards{.time = time, .end_time = end_time}; });
  const TracedDevice &device = tracing_.device(number);
  if (!device.first_time || !device.last_time || *device.last_time <= *device.first_time)
    return;
  const u64 passed = *device.last_time - *device.first_time;
  const u64 low = *device.first_time > passed ? *device.first_time - passed : 0;
  const u64 high = *device.last_time + std::min(passed, ~u64{0} - *device.last_time);
  for (const u64 each : {time, end_time})
    if (each)
      judge.require(each >= low && each <= high, [&] {
        return record_times::outside{.device = number,
                                     .time = each,
                                     .first_time = *device.first_time,
                                     .last_time = *device.last_time};
      });
}

template <class E> void TraceTimes::keep(const E &e) {
  judge_times(e.device_num, e.time, e.end_time);
  TracedOperation *op = e.host_op_id ? operations_.find(e.host_op_id) : nullptr;
  if (!op || (op->device && *op->device != e.device_num))
    return;
  op->time = e.time;
  op->end_time = e.end_time;
}

void TraceTimes::on(const Here &, const event::device_record &e) {
  if (e.format == ompt_record_ompt && e.record)
    judge_times(e.device_num, e.time, 0);
}
void TraceTimes::on(const Here &, const event::device_data_op_record &e) { keep(e); }
void TraceTimes::on(const Here &, const event::device_kernel_record &e) { keep(e); }

// If the host knew an operation complete when another began on the device, the first ended before
// the second began: both times are on the device's clock.
void TraceTimes::judge_order(i32 device, std::vector<Span> spans, u64 slack) {
  std::vector<Span> done;
  for (const Span &span : spans)
    if (span.done && span.end_time)
      done.push_back(span);
  std::ranges::sort(spans, {}, &Span::began);
  std::ranges::sort(done, {}, &Span::done);
  const Span *last = nullptr;
  std::size_t next = 0;
  for (const Span &span : spans) {
    for (; next < done.size() && done[next].done + slack < span.began; ++next)
      if (!last || done[next].end_time > last->end_time)
        last = &done[next];
    if (!last || !span.time)
      continue;
    judge.require(last->end_time <= span.time, [&] {
      return record_times::before{.device = device, .time = span.time, .ended = last->end_time}
          .at(span.at)
          .why("that began here", last->at);
    });
  }
}

// The stamps of one thread are ordered; those of two threads are ordered if they are far enough
// apart.
void TraceTimes::at_end() {
  std::map<i32, std::vector<Span>> all;
  for (const auto &[id, op] : operations_.all())
    if (op.device && (op.time || op.end_time))
      all[*op.device].push_back(
          // A deletion may take place after the host's event.
          {op.began, deletes(op.optype) ? 0 : op.done, op.given, op.time, op.end_time, op.begin});
  // A region's end follows everything in the region, however close the stamps.
  for (const auto &moment : regions_.moments()) {
    const u64 then = moment.host_time + (moment.ends ? 1 : 0);
    all[moment.device].push_back({then, then, 0, moment.time, moment.time, moment.at});
  }
  for (const auto &[device, spans] : all) {
    std::map<u32, std::vector<Span>> threads;
    for (Span span : spans) {
      if (span.given) // a caller with the address continues after the allocation
        span.done = span.given;
      threads[span.at.thread].push_back(span);
    }
    for (auto &[thread, own] : threads)
      judge_order(device, std::move(own), 0);
    if (threads.size() > 1)
      judge_order(device, spans, uncertainty);
  }
}

} // namespace cts
