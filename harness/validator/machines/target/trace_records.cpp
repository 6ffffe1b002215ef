#include "validator/machines/target/trace_records.h"

#include "rules/devices.h"
#include "rules/tracing.h"

namespace cts {

namespace {

// The start of record bodies with an enumerator first and an endpoint after it.
struct Body {
  u32 type;
  enum_kind first;
  bool endpoint;
};
constexpr Body bodies[] = {
    {ompt_callback_thread_begin, enum_kind::thread, false},
    {ompt_callback_target, enum_kind::target, true},
    {ompt_callback_target_emi, enum_kind::target, true},
    {ompt_callback_work, enum_kind::work, true},
    {ompt_callback_sync_region, enum_kind::sync_region, true},
    {ompt_callback_sync_region_wait, enum_kind::sync_region, true},
    {ompt_callback_reduction, enum_kind::sync_region, true},
    {ompt_callback_implicit_task, enum_kind::scope_endpoint, false},
    {ompt_callback_masked, enum_kind::scope_endpoint, false},
    {ompt_callback_nest_lock, enum_kind::scope_endpoint, false},
    {ompt_callback_mutex_acquire, enum_kind::mutex, false},
    {ompt_callback_mutex_acquired, enum_kind::mutex, false},
    {ompt_callback_mutex_released, enum_kind::mutex, false},
    {ompt_callback_lock_init, enum_kind::mutex, false},
    {ompt_callback_lock_destroy, enum_kind::mutex, false},
};

// All fields but the type.
std::string text_of(const OperationValues &values) {
  return fmt::format("of {} bytes from {:#x} on device {} to {:#x} on device {}, called from {:#x}",
                     values.bytes, values.src_addr, values.src_device, values.dest_addr,
                     values.dest_device, values.codeptr);
}

// The checker shows the fields of data operation and kernel records, in an event of each kind.
bool is_data_op(u32 type) {
  return type == ompt_callback_target_data_op || type == ompt_callback_target_data_op_emi;
}
bool is_kernel(u32 type) {
  return type == ompt_callback_target_submit || type == ompt_callback_target_submit_emi;
}

std::string name_of(const TracedOperation &op) {
  return op.kernel ? "a kernel" : render(enum_kind::target_data_op, op.optype);
}

} // namespace

void TraceRecords::judge_member(u32 type, bool fits) {
  judge.require(fits, [&] { return record_event_type::other_fields{.type = type}; });
}

// A record after the device's finalization was requested by the tool and not delivered earlier.
void TraceRecords::judge_late(i32 number) {
  const TracedDevice &device = tracing_.device(number);
  judge.require(!device.finalized.valid() || device.live, [&] {
    return device_finalize_flushes::after_finalize{.device = number}.why(
        "the device was finalized here", device.finalized);
  });
}

void TraceRecords::judge_regime(const TracedOperation &op, i32 number) {
  if (!op.within)
    return;
  const TracedDevice &device = tracing_.device(number);
  if (op.paused)
    judge.violated([&] {
      return trace_paused_silent::while_paused{.device = number}
          .why("the trace was paused here", device.last_pause)
          .why("the operation began here", op.begin);
    });
  if (op.stopped)
    judge.violated([&] {
      return trace_stop_flushes::while_stopped{.device = number}
          .why("the trace was stopped here", device.last_stop)
          .why("the operation began here", op.begin);
    });
  if (op.off)
    judge.violated([&] {
      return record_event_type::switched_off{.device = number}.why("the operation began here",
                                                                   op.begin);
    });
  if (op.denied)
    judge.violated([&] {
      return buffer_request_zero::no_buffer{.device = number}
          .why("it asked for one here", device.denial)
          .why("the operation began here", op.begin);
    });
}

void TraceRecords::look(const Header &header) {
  const TracedDevice &device = tracing_.device(header.device);
  judge_late(header.device);
  judge.require(device.ever_started,
                [&] { return trace_start_result::not_started{.device = header.device}; });
  judge.require(either_family(device.enabled, header.type), [&] {
    return record_event_type::not_enabled{.type = header.type, .device = header.device};
  });
  TracedOperation *op = operations_.find(header.host_op_id);
  const bool region_told =
      judge.promised(ompt_callback_target) || judge.promised(ompt_callback_target_emi);
  if (header.target_id && region_told) {
    const bool known = operations_.region_known(header.target_id);
    const bool right = known && (!op || !op->target_known || op->target == header.target_id);
    judge.require(rule::record_target_id, right, [&] {
      auto message =
          known ? Message(record_target_id::not_of_operation{.target_id = header.target_id})
                : Message(record_target_id::not_begun{.target_id = header.target_id});
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

template <class E> void TraceRecords::judge_repetition(const Here &here, const E &e) {
  std::vector<u64> words{e.type, e.time, e.thread_id, e.target_id, e.host_op_id, e.end_time};
  std::vector<u64> &last = last_[here.thread.number];
  const bool same = e.host_op_id && e.time && words == last;
  judge.require(!same, [&] { return cursor_advance::operation_twice{.id = e.host_op_id}; });
  last = std::move(words);
}

// The operation that the record names; null if it names none, or an unknown one. `due`: the host
// reports such operations.
template <class E>
const TracedOperation *TraceRecords::operation(const E &e, bool kernel, bool due,
                                               std::string_view what) {
  if (!e.host_op_id) {
    ++anonymous_[{e.device_num, kernel}];
    return nullptr;
  }
  const TracedOperation *op = operations_.find(e.host_op_id);
  if (!op && due && operations_.complete())
    judge.violated(
        [&] { return record_host_op_id::not_started{.what = what, .id = e.host_op_id}; });
  return op;
}

void TraceRecords::on(const Here &here, const event::device_data_op_record &e) {
  judge_repetition(here, e);
  look({e.device_num, e.type, e.target_id, e.host_op_id});
  judge_member(e.type, is_data_op(e.type));
  judge.require(in_some_version(enum_kind::target_data_op, e.optype, judge.profile()),
                [&] { return record_event_type::no_type{.optype = e.optype}; });
  const bool told = judge.promised(ompt_callback_target_data_op) ||
                    judge.promised(ompt_callback_target_data_op_emi);
  const auto *op = operation(e, false, told && !is_association(e.optype), "a data operation");
  if (!op)
    return;
  judge_fields(e, *op);
}

// A record repeats the facts of the event's callback, as far as both know them. A deletion need not
// know its size; copies may use intermediate buffers; the other end of an allocation or deletion is
// no device, whatever its field says (docs/readings.md, data-op.devices).
void TraceRecords::judge_fields(const event::device_data_op_record &e, const TracedOperation &op) {
  const bool same = !op.kernel && without_async(op.optype) == without_async(e.optype);
  if (!judge.require(same, [&] {
        return record_host_op_id::another_type{.recorded = e.optype, .told = name_of(op)}.why(
            "the operation began here", op.begin);
      }))
    return;
  const auto equal = [&](bool right, std::string_view what, auto recorded, auto told) {
    judge.require(right, [&] {
      return record_host_op_id::argument_differs{.optype = e.optype,
                                                 .device = e.device_num,
                                                 .what = what,
                                                 .recorded = fmt::to_string(recorded),
                                                 .told = fmt::to_string(told)}
          .why("the operation began here", op.begin);
    });
  };
  if (judge.applies(rule::record_same_as_callback)) { // in every field, as 6.0 has it
    const OperationValues recorded = values_of(e);
    const bool right = recorded == op.at_begin || recorded == op.at_end;
    judge.require(right, [&] {
      return record_same_as_callback::differs{.expected = op.at_end.optype,
                                              .expected_values = text_of(op.at_end),
                                              .found = recorded.optype,
                                              .found_values = text_of(recorded)}
          .why("the operation began here", op.begin);
    });
    return;
  }
  const auto hex = [](u64 address) { return fmt::format("{:#x}", address); };
  const bool ends_life = deletes(e.optype), begins_life = allocates(e.optype);
  equal(e.bytes == op.bytes || (ends_life && (!e.bytes || !op.bytes)), "bytes", e.bytes, op.bytes);
  if (begins_life && op.dest_addr)
    equal(e.dest_addr == op.dest_addr, "dest_addr", hex(e.dest_addr), hex(op.dest_addr));
  equal(same_call(e.codeptr_ra, op.at_end.codeptr), "codeptr_ra", hex(e.codeptr_ra),
        hex(op.at_end.codeptr));
  const i32 device = *op.device; // of an operation on data it is always known
  equal(device == e.device_num, "a buffer of device", e.device_num, device);
  const auto is_host = [&](i32 number) { return number == -1 || (host_ && number == *host_); };
  // The host has two numbers.
  const auto same_end = [&](i32 recorded, i32 told) {
    return recorded == told || (is_host(recorded) && is_host(told));
  };
  if (begins_life || ends_life) {
    equal(e.src_device_num == device || e.dest_device_num == device, "neither end on its device:",
          fmt::format("{} and {}", e.src_device_num, e.dest_device_num), device);
    return;
  }
  equal(same_end(e.src_device_num, op.src_device), "src_device_num", e.src_device_num,
        op.src_device);
  equal(same_end(e.dest_device_num, op.dest_device), "dest_device_num", e.dest_device_num,
        op.dest_device);
}

void TraceRecords::on(const Here &here, const event::device_kernel_record &e) {
  judge_repetition(here, e);
  look({e.device_num, e.type, e.target_id, e.host_op_id});
  judge_member(e.type, is_kernel(e.type));
  const bool teams = e.granted_num_teams >= 1 &&
                     (e.requested_num_teams == 0 || e.granted_num_teams <= e.requested_num_teams);
  judge.require(teams, [&] {
    return record_granted_teams::too_many{.granted = e.granted_num_teams,
                                          .requested = e.requested_num_teams};
  });
  const bool told = judge.promised(ompt_callback_target_submit) ||
                    judge.promised(ompt_callback_target_submit_emi);
  const auto *op = operation(e, true, told, "a kernel");
  if (!op)
    return;
  const bool right = op->kernel && op->teams == e.requested_num_teams &&
                     op->device.value_or(e.device_num) == e.device_num;
  judge.require(right, [&] {
    return record_host_op_id::another_kernel{.requested = e.requested_num_teams,
                                             .device = e.device_num,
                                             .was = op->kernel ? "a kernel" : "a data operation",
                                             .teams = op->teams,
                                             .of = op->device.value_or(e.device_num)}
        .why("the operation began here", op->begin);
  });
}

// Records of a device's own threads, regions and tasks.
void TraceRecords::judge_device_ids(const Here &here, const event::device_record &e) {
  const auto word = [&](u32 index) { return index < e.body.size() ? e.body[index] : 0; };
  const auto unique = [&](u32 kind, const char *what, u64 id) {
    const bool fresh = id != 0 && device_ids_[{e.device_num, kind}].add(id);
    judge.require(rule::record_ids_unique, fresh, [&]() -> Message {
      if (id)
        return record_ids_unique::taken{.device = e.device_num, .what = what, .id = id};
      return record_ids_unique::zero{.device = e.device_num, .what = what};
    });
  };
  // Words of the bodies, in the layout of ompt_record_*_t.
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
  if (e.format == ompt_record_native)
    judge_native(e.device_num);
  if (e.format != ompt_record_ompt || !e.record)
    return;
  look({e.device_num, e.type, e.target_id, 0});
  judge_member(e.type, !is_data_op(e.type) && !is_kernel(e.type));
  const auto word = [&](u32 index) { return index < e.body.size() ? e.body[index] : 0; };
  const u32 first = static_cast<u32>(word(0)), second = static_cast<u32>(word(0) >> 32);
  bool fits = true;
  for (const Body &body : bodies)
    if (body.type == e.type)
      fits =
          in_some_version(body.first, first, judge.profile()) &&
          (!body.endpoint || in_some_version(enum_kind::scope_endpoint, second, judge.profile()));
  judge.require(fits, [&] {
    return record_event_type::no_enumerators{.type = e.type, .first = first, .second = second};
  });
  judge_device_ids(here, e);
}

void TraceRecords::judge_native(i32 number) {
  judge.require(tracing_.device(number).native,
                [&] { return record_event_type::no_native{.device = number}; });
}

void TraceRecords::on(const Here &, const event::device_native_record &e) {
  judge_late(e.device_num);
  judge_native(e.device_num);
  judge.require(!e.record || e.host_op_id_set, [&] { return record_native_null::no_identifier{}; });
  if (!e.abstract)
    return;
  const bool known = e.rclass == ompt_record_native_info || e.rclass == ompt_record_native_event;
  const bool order = !e.start_time || !e.end_time || e.start_time <= e.end_time;
  const auto [text, fresh] = type_texts_.try_emplace(e.type_address, e.type);
  const bool same = text->second == e.type;
  judge.require(rule::record_abstract, known && order && !e.type.empty() && same, [&]() -> Message {
    if (same)
      return record_abstract::malformed{
          .rclass = e.rclass, .type = e.type, .start_time = e.start_time, .end_time = e.end_time};
    return record_abstract::type_changes{.rclass = e.rclass,
                                         .type = e.type,
                                         .start_time = e.start_time,
                                         .end_time = e.end_time,
                                         .before = text->second};
  });
}

void TraceRecords::on(const Here &, const event::tool_initialize &e) {
  host_ = e.initial_device_num;
}
void TraceRecords::on(const Here &, const event::tool_finalize &) { over_ = true; }

void TraceRecords::judge_missing(u64 id, const TracedOperation &op) {
  const Loss what = loss(op.flushed, op.halted);
  judge.violated(what.rule, [&] {
    return shared::without_record{
        .what = name_of(op), .device = *op.device, .although = what.in_spite_of, .id = id}
        .at(op.begin);
  });
}

void TraceRecords::at_end() {
  for (const auto &[key, dependences] : dependences_) {
    const auto &[device, task, count] = key;
    judge.require(count > 0 && dependences.records % static_cast<u64>(count) == 0, [&] {
      return record_dependences_split::several{
          .task = task, .device = device, .count = count, .records = dependences.records}
          .at(dependences.first);
    });
  }
  if (!over_)
    return;
  for (auto &[id, op] : operations_.all()) {
    if (op.within && !op.recorded) {
      if (op.paused)
        judge.held(rule::trace_paused_silent);
      if (op.denied)
        judge.held(rule::buffer_request_zero);
      if (op.stopped)
        judge.held(rule::trace_stop_flushes);
    }
    if (!op.device)
      continue;
    const TracedDevice &device = tracing_.device(*op.device);
    if (!op.recording || !op.promised || !op.within || !device.finalized.valid())
      continue;
    if (op.recorded) {
      judge.held(loss(op.flushed, op.halted).rule);
      continue;
    }
    // A record that names no operation may belong to this one. A record dropped for want of a
    // buffer is no finding.
    u64 &spare = anonymous_[{*op.device, op.kernel}];
    if (spare > 0)
      --spare;
    else if (!device.may_drop)
      judge_missing(id, op);
  }
}

} // namespace cts
