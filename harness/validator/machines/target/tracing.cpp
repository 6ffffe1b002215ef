#include "validator/machines/target/tracing.h"

#include "rules/devices.h"
#include "rules/tracing.h"

#include <cmath>

namespace cts {

namespace {

// Both families of callbacks name the same events.
u32 one_family(u32 type) {
  switch (type) {
  case ompt_callback_target:
    return ompt_callback_target_emi;
  case ompt_callback_target_data_op:
    return ompt_callback_target_data_op_emi;
  case ompt_callback_target_submit:
    return ompt_callback_target_submit_emi;
  case ompt_callback_target_map:
    return ompt_callback_target_map_emi;
  default:
    return type;
  }
}

u64 value(const event::device_entry_point &e, u32 index) {
  return index < e.values.size() ? e.values[index] : 0;
}

} // namespace

bool either_family(const std::bitset<64> &events, u32 type) {
  for (u32 other = 1; other < events.size(); ++other)
    if (events[other] && one_family(other) == one_family(type))
      return true;
  return false;
}

Loss loss(bool flushed, bool halted) {
  if (flushed)
    return {rule::trace_flush_delivers, "the trace was flushed afterwards"};
  if (halted)
    return {rule::trace_stop_flushes, "the trace was stopped afterwards"};
  return {rule::device_finalize_flushes, "the device was finalized"};
}

// A thread that continues has returned from its buffer request: the runtime knows the answer.
void Tracing::goes_on(const Here &here) {
  steering_.erase(here.thread.number);
  const auto at = denials_.find(here.thread.number);
  if (at == denials_.end())
    return;
  TracedDevice &device = devices_[at->second];
  device.denied = true;
  ++device.epoch;
  denials_.erase(at);
}

void Tracing::on(const Here &here, const event::device_initialize &e) {
  const u64 epoch = devices_[e.device_num].epoch;
  devices_[e.device_num] = {};
  devices_[e.device_num].epoch = epoch + 1;
  devices_[e.device_num].initialized = here.ref;
  devices_[e.device_num].live = true;
  pauses_.erase(e.device_num);
  translations_.erase(e.device_num);
}

void Tracing::on(const Here &here, const event::device_finalize &e) {
  const auto at = devices_.find(e.device_num);
  if (at == devices_.end())
    return;
  at->second.finalized = here.ref;
  at->second.live = false;
  ++at->second.epoch;
}

// The tool may be about to pause, resume or stop: an operation that overlaps this has two settings.
void Tracing::on(const Here &here, const event::control_tool &) {
  steering_.insert(here.thread.number);
  for (auto &[number, device] : devices_)
    ++device.epoch;
}

void Tracing::on(const Here &here, const event::buffer_request &e) {
  TracedDevice &device = devices_[e.device_num];
  if (device.recommended_bytes && judge.applies(rule::buffer_request_min_size))
    judge.require(e.minimum <= *device.recommended_bytes, [&] {
      return buffer_request_min_size::too_small{
          .minimum = e.minimum, .device = e.device_num, .recommended = *device.recommended_bytes}
          .why("it was recommended here", device.limits);
    });
  device.may_drop |=
      e.bytes == 0 || (judge.profile() >= ompt_abi::version::v60 && e.bytes < e.minimum);
  if (e.bytes == 0) {
    device.denial = here.ref;
    denials_[here.thread.number] = e.device_num;
    ++device.epoch;
  }
}

void Tracing::on(const Here &here, const event::device_entry_point &e) {
  TracedDevice &device = devices_[e.device_num];
  if (!e.entry_point.ends_with("()")) {
    looked_up(device, e);
    if (e.entry_point == "ompt_get_record_abstract") // the last name
      judge_names(e.device_num, device);
  } else if (e.entry_point == "ompt_set_trace_ompt()") {
    chosen(device, e);
  } else if (e.entry_point == "ompt_set_trace_native()") {
    const bool right = e.result >= ompt_set_error && e.result <= ompt_set_always &&
                       e.result != ompt_set_sometimes_paired;
    judge.require(right, [&] { return trace_set_native_result::no_result{.result = e.result}; });
    device.native |= e.result >= ompt_set_sometimes;
  } else if (e.entry_point == "ompt_get_device_num_procs()") {
    judge.require(e.result > 0, [&] {
      return device_num_procs::no_count{.result = e.result, .device = e.device_num};
    });
  } else if (e.entry_point == "ompt_start_trace()") {
    one_or_zero(rule::trace_start_result, e);
    ++device.epoch;
    if (e.result == 1) {
      device.started = device.ever_started = any_started_ = true;
      device.paused = device.denied = false;
      device.last_start = here.ref;
      denials_.clear();
    }
  } else if (e.entry_point == "ompt_stop_trace()") {
    one_or_zero(rule::trace_stop_flushes, e);
    ++device.epoch;
    if (e.result == 1) {
      device.started = false;
      device.last_stop = here.ref;
      device.most_buffers.reset();
      device.recommended_bytes.reset();
    }
  } else if (e.entry_point == "ompt_flush_trace()") {
    // 5.0 and later: 1 or 0.
    one_or_zero(rule::trace_flush_delivers, e);
  } else if (e.entry_point == "ompt_pause_trace()") {
    paused(here, device, e);
  } else if (e.entry_point == "ompt_get_buffer_limits()") {
    limited(here, device, e);
  } else if (e.entry_point == "ompt_get_device_time()") {
    timed(here, device, e);
  } else if (e.entry_point == "ompt_translate_time()") {
    translated(here, e);
  }
}

void Tracing::one_or_zero(Rule rule, const event::device_entry_point &e) {
  judge.require(rule, e.result == 0 || e.result == 1, [&] {
    return shared::neither_0_nor_1{.entry_point = e.entry_point.substr(0, e.entry_point.size() - 2),
                                   .result = e.result};
  });
}

void Tracing::looked_up(TracedDevice &device, const event::device_entry_point &e) {
  device.entry_points[std::string(e.entry_point)] = e.result != 0;
}

// A device that can be traced has a lookup function. Records in the standard format need both entry
// points, or neither; native records are the implementation's choice.
void Tracing::judge_names(i32 number, const TracedDevice &device) {
  const auto known = [&](std::string_view name) {
    const auto at = device.entry_points.find(name);
    return at != device.entry_points.end() && at->second;
  };
  const auto is_optional = [&](std::string_view name) {
    return name == "ompt_set_trace_ompt" || name == "ompt_get_record_ompt" ||
           name == "ompt_set_trace_native" || name == "ompt_get_record_native" ||
           name == "ompt_get_record_abstract" ||
           (name == "ompt_get_buffer_limits" && judge.profile() < version::v60);
  };
  std::vector<std::string_view> missing;
  for (const auto &[name, found] : device.entry_points)
    if (!found && !is_optional(name))
      missing.push_back(name);
  const bool sets = known("ompt_set_trace_ompt"), gets = known("ompt_get_record_ompt");
  if (sets != gets)
    missing.push_back(sets ? "ompt_get_record_ompt" : "ompt_set_trace_ompt");
  judge.require(missing.empty(), [&] {
    return device_lookup_names::unknown_names{.device = number,
                                              .names = fmt::to_string(fmt::join(missing, ", "))}
        .why("the device was initialized here", device.initialized);
  });
}

void Tracing::chosen(TracedDevice &device, const event::device_entry_point &e) {
  const bool right = e.result >= ompt_set_error && e.result <= ompt_set_always &&
                     e.result != ompt_set_sometimes_paired;
  judge.require(right, [&] { return trace_set_ompt_result::no_result{.result = e.result}; });
  ++device.epoch;
  const u64 type = value(e, 1);
  std::bitset<64> events;
  if (type == 0)
    events.set();
  else if (type < events.size())
    events.set(type);
  if (value(e, 0) == 0) {
    device.promised &= ~events;
    if (e.result != ompt_set_error)
      device.chosen &= ~events;
    if (!device.ever_started)
      device.enabled &= device.chosen;
    return;
  }
  if (e.result != ompt_set_never && e.result != ompt_set_error) {
    device.enabled |= events;
    device.chosen |= events;
  }
  if (e.result == ompt_set_always)
    device.promised |= events;
}

void Tracing::paused(const Here &here, TracedDevice &device, const event::device_entry_point &e) {
  one_or_zero(rule::trace_pause_idempotent, e);
  const bool begins = value(e, 0) != 0;
  const auto last = pauses_.find(e.device_num);
  if (last != pauses_.end() && last->second.begins == begins)
    judge.require(last->second.result == e.result, [&] {
      return trace_pause_idempotent::redundant_differs{.what = begins ? "pause" : "resumption",
                                                       .device = e.device_num,
                                                       .result = e.result,
                                                       .first = last->second.result}
          .why("the first one was here", last->second.at);
    });
  pauses_[e.device_num] = {begins, e.result, here.ref};
  ++device.epoch;
  if (e.result == 1) {
    device.paused = begins;
    if (begins)
      device.last_pause = here.ref;
  }
}

void Tracing::limited(const Here &here, TracedDevice &device, const event::device_entry_point &e) {
  if (device.most_buffers)
    judge.require(*device.most_buffers == e.result && device.recommended_bytes == value(e, 0), [&] {
      return buffer_limits_stable::limits_change{.device = e.device_num,
                                                 .buffers = e.result,
                                                 .bytes = value(e, 0),
                                                 .buffers_before = *device.most_buffers,
                                                 .bytes_before = *device.recommended_bytes}
          .why("they were asked for here", device.limits);
    });
  device.most_buffers = e.result;
  device.recommended_bytes = value(e, 0);
  device.limits = here.ref;
}

// Only questions of one thread are ordered.
void Tracing::timed(const Here &here, TracedDevice &device, const event::device_entry_point &e) {
  const u64 time = static_cast<u64>(e.result);
  if (device.last_time && device.last_time_thread == here.thread.number)
    judge.require(*device.last_time <= time, [&] {
      return device_time_monotonic::backwards{
          .device = e.device_num, .time = time, .before = *device.last_time};
    });
  device.last_time = time;
  device.last_time_thread = here.thread.number;
  if (!device.first_time)
    device.first_time = time;
}

// Seconds of the host: the time between two translated times equals the time between the moments at
// which the device was asked for them.
void Tracing::translated(const Here &here, const event::device_entry_point &e) {
  const Translation now{e.result, value(e, 1), value(e, 2), here.ref};
  const auto [first, fresh] = translations_.try_emplace(e.device_num, now);
  constexpr double lost = 1e7, drift = 0.1; // 10 ms, and a clock that is off by a tenth
  if (fresh || now.before < first->second.after)
    return;
  const double least = static_cast<double>(now.before - first->second.after);
  const double most = static_cast<double>(now.after - first->second.before);
  const double passed = static_cast<double>(now.host) - static_cast<double>(first->second.host);
  judge.require(passed >= least * (1 - drift) - lost && passed <= most * (1 + drift) + lost, [&] {
    return translate_time::another_pace{.host_ms = fmt::format("{:.3f}", most / 1e6),
                                        .device = e.device_num,
                                        .translated_ms = fmt::format("{:.3f}", passed / 1e6)}
        .why("the first time was asked for here", first->second.at);
  });
}

} // namespace cts
