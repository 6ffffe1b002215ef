// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "validator/machines/trace_records.h"

#include <algorithm>

namespace cts {

using namespace ompt_abi;

namespace {

constexpr std::size_t most_ops = 100'000;

bool allocates(u32 optype) {
  return optype == ompt_target_data_alloc || optype == ompt_target_data_alloc_async;
}
bool from_device(u32 optype) {
  return optype == ompt_target_data_transfer_from_device ||
         optype == ompt_target_data_transfer_from_device_async;
}
bool deletes(u32 optype) {
  return optype == ompt_target_data_delete || optype == ompt_target_data_delete_async;
}
// Whether the runtime tells asynchronous operations apart is its choice.
u32 without_async(u32 optype) {
  return optype >= ompt_target_data_alloc_async
             ? optype - ompt_target_data_alloc_async + ompt_target_data_alloc
             : optype;
}
bool asynchronous(u32 optype) { return optype >= ompt_target_data_alloc_async; }

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
bool either(const std::bitset<64> &events, u32 type) {
  for (u32 other = 1; other < events.size(); ++other)
    if (events[other] && one_family(other) == one_family(type))
      return true;
  return false;
}

bool deferred(u32 kind) {
  return kind == ompt_target_nowait || kind == ompt_target_enter_data_nowait ||
         kind == ompt_target_exit_data_nowait || kind == ompt_target_update_nowait;
}

// Between two devices, or between a device and the host: on the one that is being traced. Up to 5.2
// no text says which end of a deletion has the device.
template <class E> i32 device_of(const E &e, Tracing &tracing) {
  const bool from = from_device(e.optype) || deletes(e.optype);
  const i32 first = from ? e.src_device_num : e.dest_device_num;
  const i32 second = from ? e.dest_device_num : e.src_device_num;
  return !tracing.device(first).ever_started && tracing.device(second).ever_started ? second
                                                                                    : first;
}

bool has_record(u32 optype) {
  return optype != ompt_target_data_associate && optype != ompt_target_data_disassociate;
}

} // namespace

void TraceRecords::region(u32 kind, u32 endpoint, i32 device, u64 key) {
  if (endpoint == endpoint_begin) {
    regions_[key] = {device, deferred(kind), {}};
    targets_.add(key);
    return;
  }
  const auto at = regions_.find(key);
  if (at == regions_.end())
    return;
  if (!at->second.deferred)
    for (const u64 id : at->second.ops)
      if (const auto op = ops_.find(id); op != ops_.end())
        wholly_ended(op->second);
  regions_.erase(at);
}

void TraceRecords::on(const Here &, const event::target &e) {
  region(e.kind, e.endpoint, e.device_num, e.target_id);
}
void TraceRecords::on(const Here &, const event::target_emi &e) {
  if (e.target.ours())
    region(e.kind, e.endpoint, e.device_num, identifier_word(e.target.id));
}

void TraceRecords::wholly_ended(Op &op) {
  op.within = op.device && op.epoch == tracing_.device(*op.device).epoch;
}

void TraceRecords::begin(const Here &here, u64 id, Op op) {
  if (!tracing_.any_started() || !id)
    return;
  if (ops_.size() >= most_ops) {
    std::erase_if(ops_, [](const auto &known) { return known.second.recorded; });
    all_known_ = false;
    if (ops_.size() > most_ops / 2)
      return;
  }
  op.begin = here.ref;
  const auto region = regions_.find(op.target);
  if (region != regions_.end())
    region->second.ops.push_back(id);
  if (!op.device) {
    ops_[id] = op;
    return;
  }
  const TracedDevice &device = tracing_.device(*op.device);
  op.epoch = device.epoch;
  op.recording = device.recording();
  op.paused = device.started && device.paused;
  op.denied = device.started && device.denied;
  op.stopped = device.ever_started && !device.started;
  op.promised = either(device.promised, op.kernel ? ompt_callback_target_submit_emi
                                                  : ompt_callback_target_data_op_emi);
  ops_[id] = op;
}

// The end of an operation that is in no region: it is over unless it was only begun.
void TraceRecords::end(u64 id) {
  const auto op = ops_.find(id);
  if (op != ops_.end() && !regions_.contains(op->second.target) && !asynchronous(op->second.optype))
    wholly_ended(op->second);
}

void TraceRecords::on(const Here &here, const event::target_data_op &e) {
  Op op;
  op.device = device_of(e, tracing_);
  op.optype = e.optype;
  op.bytes = e.bytes;
  op.src_device = e.src_device_num;
  op.dest_device = e.dest_device_num;
  op.dest_addr = e.dest_addr;
  op.target = e.target_id;
  if (!has_record(e.optype))
    return;
  begin(here, e.host_op_id, op);
  end(e.host_op_id);
}

void TraceRecords::on(const Here &here, const event::target_data_op_emi &e) {
  if (!e.host_op.ours() || !has_record(e.optype))
    return;
  const u64 id = identifier_word(e.host_op.id);
  if (e.endpoint == endpoint_end) {
    if (const auto known = ops_.find(id); known != ops_.end())
      known->second.dest_addr = e.dest_addr; // an allocation's is known now
    end(id);
    return;
  }
  Op op;
  op.device = device_of(e, tracing_);
  op.optype = e.optype;
  op.bytes = e.bytes;
  op.src_device = e.src_device_num;
  op.dest_device = e.dest_device_num;
  op.target = e.target.ours() ? identifier_word(e.target.id) : 0;
  begin(here, id, op);
}

void TraceRecords::submit(const Here &here, u64 id, u64 target, u32 teams) {
  Op op;
  op.kernel = true;
  op.teams = teams;
  op.target = target;
  if (const auto region = regions_.find(target); region != regions_.end())
    op.device = region->second.device;
  begin(here, id, op);
}

void TraceRecords::on(const Here &here, const event::target_submit &e) {
  submit(here, e.host_op_id, e.target_id, e.requested_num_teams);
}
void TraceRecords::on(const Here &here, const event::target_submit_emi &e) {
  if (e.host_op.ours() && e.endpoint != endpoint_end)
    submit(here, identifier_word(e.host_op.id), e.target.ours() ? identifier_word(e.target.id) : 0,
           e.requested_num_teams);
}

void TraceRecords::on(const Here &, const event::device_entry_point &e) {
  const bool flushes = e.entry_point == "ompt_flush_trace()";
  if ((!flushes && e.entry_point != "ompt_stop_trace()") || e.result != 1 ||
      !tracing_.device(e.device_num).live)
    return;
  for (auto &[id, op] : ops_)
    if (op.device == e.device_num && op.within && !op.recorded)
      (flushes ? op.flushed : op.halted) = true;
}

// The operation that a record is about; null if it says none, or none that is known.
TraceRecords::Op *TraceRecords::operation(const Header &header) {
  const auto at = ops_.find(header.host_op_id);
  return at == ops_.end() ? nullptr : &at->second;
}

// What came after the device's finalisation was asked for by the tool, and not delivered before.
void TraceRecords::judge_late(i32 number) {
  const TracedDevice &device = tracing_.device(number);
  judge.require(Rule::device_finalize_flushes, !device.finalized.valid() || device.live, [&] {
    return Message("a record of device {} is delivered after its device_finalize", number)
        .why("the device was finalised here", device.finalized);
  });
}

void TraceRecords::judge_regime(const Op &op, i32 number) {
  if (!op.within)
    return;
  const TracedDevice &device = tracing_.device(number);
  if (op.paused)
    judge.violated(Rule::trace_paused_silent, [&] {
      return Message(
                 "a record of an operation that began and ended while the trace of device {} was "
                 "paused",
                 number)
          .why("the trace was paused here", device.last_pause)
          .why("the operation began here", op.begin);
    });
  if (op.stopped)
    judge.violated(Rule::trace_stop_flushes, [&] {
      return Message(
                 "a record of an operation that began and ended while the trace of device {} was "
                 "stopped",
                 number)
          .why("the trace was stopped here", device.last_stop)
          .why("the operation began here", op.begin);
    });
  if (op.denied)
    judge.violated(Rule::buffer_request_zero, [&] {
      return Message("a record of an operation that began after device {} was given no buffer",
                     number)
          .why("it asked for one here", device.denial)
          .why("the operation began here", op.begin);
    });
}

// Both times are the device's: they lie about between the start of the trace and now, as its clock
// says. An hour too early would be wrong; so much as has passed since then is left open.
void TraceRecords::judge_times(const Header &header) {
  if (header.time && header.end_time)
    judge.require(Rule::record_times, header.time <= header.end_time, [&] {
      return Message("a record begins at {} and ends at {}", header.time, header.end_time);
    });
  const TracedDevice &device = tracing_.device(header.device);
  if (!device.first_time || !device.last_time || *device.last_time <= *device.first_time)
    return;
  const u64 passed = *device.last_time - *device.first_time;
  const u64 low = *device.first_time > passed ? *device.first_time - passed : 0;
  const u64 high = *device.last_time + std::min(passed, ~u64{0} - *device.last_time);
  for (const u64 time : {header.time, header.end_time})
    if (time)
      judge.require(Rule::record_times, time >= low && time <= high, [&] {
        return Message(
            "a record of device {} has the time {}; the device's clock went from {} to {}",
            header.device, time, *device.first_time, *device.last_time);
      });
}

void TraceRecords::look(const Header &header) {
  const TracedDevice &device = tracing_.device(header.device);
  judge_late(header.device);
  judge.require(Rule::record_event_type, either(device.enabled, header.type), [&] {
    return Message("a record of {}, which was not enabled for device {}",
                   render(enum_kind::callback, header.type), header.device);
  });
  judge_times(header);
  Op *op = operation(header);
  const bool region_told =
      judge.promised(ompt_callback_target) || judge.promised(ompt_callback_target_emi);
  if (header.target_id && region_told) {
    const bool known = targets_.contains(header.target_id);
    const bool right = known && (!op || op->target == 0 || op->target == header.target_id);
    judge.require(Rule::record_target_id, right, [&] {
      auto message = Message("a record names the target region {:#x}, which {}", header.target_id,
                             known ? "is not that of its operation" : "has not begun");
      if (op)
        message.why("the operation began here", op->begin);
      return message;
    });
  }
  if (op) {
    op->recorded = true;
    judge_regime(*op, header.device);
  }
}

template <class E>
void TraceRecords::judge_repetition(const Here &here, const E &e, u64 host_op_id) {
  std::vector<u64> words{e.type, e.time, e.thread_id, e.target_id, host_op_id, e.end_time};
  std::vector<u64> &last = last_[here.thread.number];
  const bool same = host_op_id && e.time && words == last;
  judge.require(Rule::cursor_advance, !same, [&] {
    return Message("the cursor comes to the record of operation {:#x} twice", host_op_id);
  });
  last = std::move(words);
}

void TraceRecords::on(const Here &here, const event::device_data_op_record &e) {
  const Header header{e.device_num, e.type, e.time, e.end_time, e.target_id, e.host_op_id};
  judge_repetition(here, e, e.host_op_id);
  const Op *op = operation(header);
  look(header);
  judge.require(Rule::record_event_type,
                in_some_version(enum_kind::target_data_op, e.optype, judge.profile()), [&] {
                  return Message("a data operation's record has the type {}, which is none",
                                 render(enum_kind::target_data_op, e.optype));
                });
  if (!e.host_op_id) {
    ++anonymous_[{e.device_num, false}];
    return;
  }
  const bool told = judge.promised(ompt_callback_target_data_op) ||
                    judge.promised(ompt_callback_target_data_op_emi);
  // Those that the host tells of; an association has no record to match.
  if (!op) {
    if (told && all_known_ && tracing_.any_started() && has_record(e.optype))
      judge.violated(Rule::record_host_op_id, [&] {
        return Message("a data operation's record names operation {:#x}, which the host has not "
                       "started",
                       e.host_op_id);
      });
    return;
  }
  // A deletion need not know the size. Copies may go through intermediate buffers.
  const bool bytes = e.bytes == op->bytes || (deletes(e.optype) && (!e.bytes || !op->bytes));
  const bool address = !allocates(e.optype) || !op->dest_addr || op->dest_addr == e.dest_addr;
  // The host has two numbers; which end of an allocation or deletion it is, no text says.
  const auto same_end = [&](i32 told, i32 recorded) {
    return told == recorded || (told != op->device && recorded != op->device);
  };
  const bool ends =
      allocates(e.optype) || deletes(e.optype) ||
      (same_end(op->src_device, e.src_device_num) && same_end(op->dest_device, e.dest_device_num));
  const bool right = !op->kernel && ends && without_async(op->optype) == without_async(e.optype) &&
                     bytes && address && op->device.value_or(e.device_num) == e.device_num;
  judge.require(Rule::record_host_op_id, right, [&] {
    return Message(
               "a record of {} of {} bytes to {:#x} on device {} names an operation that was {} "
               "of {} bytes to {:#x} on device {}",
               render(enum_kind::target_data_op, e.optype), e.bytes, e.dest_addr, e.device_num,
               op->kernel ? "a kernel" : render(enum_kind::target_data_op, op->optype), op->bytes,
               op->dest_addr, op->device.value_or(e.device_num))
        .why("the operation began here", op->begin);
  });
}

void TraceRecords::on(const Here &here, const event::device_kernel_record &e) {
  const Header header{e.device_num, e.type, e.time, e.end_time, e.target_id, e.host_op_id};
  judge_repetition(here, e, e.host_op_id);
  const Op *op = operation(header);
  look(header);
  const bool teams = e.granted_num_teams >= 1 &&
                     (e.requested_num_teams == 0 || e.granted_num_teams <= e.requested_num_teams);
  judge.require(Rule::record_granted_teams, teams, [&] {
    return Message("a kernel was granted {} teams; {} were requested", e.granted_num_teams,
                   e.requested_num_teams);
  });
  if (!e.host_op_id) {
    ++anonymous_[{e.device_num, true}];
    return;
  }
  const bool told = judge.promised(ompt_callback_target_submit) ||
                    judge.promised(ompt_callback_target_submit_emi);
  if (!op) {
    if (told && all_known_ && tracing_.any_started())
      judge.violated(Rule::record_host_op_id, [&] {
        return Message("a kernel's record names operation {:#x}, which the host has not started",
                       e.host_op_id);
      });
    return;
  }
  const bool right = op->kernel && op->teams == e.requested_num_teams &&
                     op->device.value_or(e.device_num) == e.device_num;
  judge.require(Rule::record_host_op_id, right, [&] {
    return Message("a record of a kernel with {} teams on device {} names an operation that was {} "
                   "with {} on device {}",
                   e.requested_num_teams, e.device_num,
                   op->kernel ? "a kernel" : "a data operation", op->teams,
                   op->device.value_or(e.device_num))
        .why("the operation began here", op->begin);
  });
}

// What a device says of its own threads, regions and tasks.
void TraceRecords::judge_device_ids(const Here &here, const event::device_record &e) {
  const auto word = [&](u32 index) { return index < e.body.size() ? e.body[index] : 0; };
  const auto unique = [&](u32 kind, const char *what, u64 id) {
    judge.require(Rule::record_ids_unique, id != 0 && device_ids_[{e.device_num, kind}].add(id),
                  [&] {
                    return Message("a record of device {} gives a new {} the identifier {:#x}{}",
                                   e.device_num, what, id, id ? ", which another one has" : "");
                  });
  };
  // Words of the bodies, as ompt_record_*_t lay them out.
  if (e.type == ompt_callback_thread_begin) {
    unique(0, "thread", e.thread_id);
  } else if (e.type == ompt_callback_parallel_begin) {
    unique(1, "parallel region", word(1));
  } else if (e.type == ompt_callback_task_create) {
    unique(2, "task", word(1));
  } else if (e.type == ompt_callback_implicit_task &&
             static_cast<u32>(word(0)) == ompt_scope_begin) {
    unique(2, "task", word(2));
  } else if (e.type == ompt_callback_dependences) {
    const i64 count = static_cast<i32>(word(3));
    Dependences &known = dependences_[{e.device_num, word(0), count}];
    ++known.records;
    if (!known.first.valid())
      known.first = here.ref;
  }
}

void TraceRecords::on(const Here &here, const event::device_record &e) {
  if (e.format != ompt_record_ompt || !e.record)
    return;
  look({e.device_num, e.type, e.time, 0, e.target_id, 0});
  const auto word = [&](u32 index) { return index < e.body.size() ? e.body[index] : 0; };
  const u32 first = static_cast<u32>(word(0)), second = static_cast<u32>(word(0) >> 32);
  bool fits = true;
  switch (e.type) {
  case ompt_callback_thread_begin:
    fits = in_some_version(enum_kind::thread, first, judge.profile());
    break;
  case ompt_callback_target:
  case ompt_callback_target_emi:
    fits = in_some_version(enum_kind::target, first, judge.profile()) &&
           in_some_version(enum_kind::scope_endpoint, second, judge.profile());
    break;
  case ompt_callback_work:
    fits = in_some_version(enum_kind::work, first, judge.profile()) &&
           in_some_version(enum_kind::scope_endpoint, second, judge.profile());
    break;
  case ompt_callback_sync_region:
  case ompt_callback_sync_region_wait:
  case ompt_callback_reduction:
    fits = in_some_version(enum_kind::sync_region, first, judge.profile()) &&
           in_some_version(enum_kind::scope_endpoint, second, judge.profile());
    break;
  case ompt_callback_implicit_task:
  case ompt_callback_masked:
  case ompt_callback_nest_lock:
    fits = in_some_version(enum_kind::scope_endpoint, first, judge.profile());
    break;
  case ompt_callback_mutex_acquire:
  case ompt_callback_mutex_acquired:
  case ompt_callback_mutex_released:
  case ompt_callback_lock_init:
  case ompt_callback_lock_destroy:
    fits = in_some_version(enum_kind::mutex, first, judge.profile());
    break;
  default:
    break;
  }
  judge.require(Rule::record_event_type, fits, [&] {
    return Message("the record of {} begins with {} and {}, which are not enumerators of it",
                   render(enum_kind::callback, e.type), first, second);
  });
  judge_device_ids(here, e);
}

void TraceRecords::on(const Here &, const event::device_native_record &e) {
  judge_late(e.device_num);
  judge.require(Rule::record_native_null, !e.record || e.host_op_id_set, [&] {
    return Message("ompt_get_record_native returns a record and stores no identifier of its "
                   "operation");
  });
  if (!e.abstract)
    return;
  const bool known = e.rclass == ompt_record_native_info || e.rclass == ompt_record_native_event;
  const bool order = !e.start_time || !e.end_time || e.start_time <= e.end_time;
  const auto [text, fresh] = type_texts_.try_emplace(e.type_address, e.type);
  judge.require(Rule::record_abstract, known && order && !e.type.empty() && text->second == e.type,
                [&] {
                  return Message("an abstract record of class {} and type \"{}\" from {} to {}{}",
                                 e.rclass, e.type, e.start_time, e.end_time,
                                 text->second == e.type
                                     ? ""
                                     : fmt::format("; its type was \"{}\" before", text->second));
                });
}

void TraceRecords::on(const Here &, const event::tool_finalize &) { over_ = true; }

void TraceRecords::judge_missing(u64 id, const Op &op) {
  const Rule rule = op.flushed  ? Rule::trace_flush_delivers
                    : op.halted ? Rule::trace_stop_flushes
                                : Rule::device_finalize_flushes;
  judge.violated(rule, [&] {
    return Message("{} that began while device {} was traced has no record, although {}: its "
                   "identifier is {:#x}",
                   op.kernel ? "a kernel" : render(enum_kind::target_data_op, op.optype),
                   *op.device,
                   op.flushed  ? "the trace was flushed afterwards"
                   : op.halted ? "the trace was stopped afterwards"
                               : "the device was finalised",
                   id)
        .at(op.begin);
  });
}

void TraceRecords::at_end() {
  for (const auto &[key, dependences] : dependences_) {
    const auto &[device, task, count] = key;
    judge.require(Rule::record_dependences_split,
                  count > 0 && dependences.records % static_cast<u64>(count) == 0, [&] {
                    return Message("task {:#x} of device {} has {} dependences in {} records", task,
                                   device, count, dependences.records)
                        .at(dependences.first);
                  });
  }
  if (!over_)
    return;
  for (auto &[id, op] : ops_) {
    if (op.within && !op.recorded) {
      if (op.paused)
        judge.held(Rule::trace_paused_silent);
      if (op.denied)
        judge.held(Rule::buffer_request_zero);
      if (op.stopped)
        judge.held(Rule::trace_stop_flushes);
    }
    if (!op.device)
      continue;
    const TracedDevice &device = tracing_.device(*op.device);
    if (!op.recording || !op.promised || !op.within || !device.finalized.valid())
      continue;
    if (op.recorded) {
      judge.held(op.flushed  ? Rule::trace_flush_delivers
                 : op.halted ? Rule::trace_stop_flushes
                             : Rule::device_finalize_flushes);
      continue;
    }
    // A record that names no operation may be this one's. What is dropped for want of a buffer is
    // no finding.
    u64 &spare = anonymous_[{*op.device, op.kernel}];
    if (spare > 0)
      --spare;
    else if (!device.denial.valid())
      judge_missing(id, op);
  }
}

} // namespace cts
