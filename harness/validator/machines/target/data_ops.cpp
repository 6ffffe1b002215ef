#include "validator/machines/target/data_ops.h"

#include "rules/data_ops.h"
#include "rules/target.h"

namespace cts {

namespace {

constexpr u32 endpoint_beginend = 3;

} // namespace

// The facts of a data operation's event, in both families.
template <class E> DataOps::Operation DataOps::of(const E &e) {
  Operation op;
  op.optype = e.optype;
  op.src_addr = e.src_addr;
  op.dest_addr = e.dest_addr;
  op.src_device = e.src_device_num;
  op.dest_device = e.dest_device_num;
  op.bytes = e.bytes;
  return op;
}

// An operation names a region that is not open. Runtime routines and the initialization of devices
// rightly name none.
void DataOps::outside(const Here &here, const Rule *dead, std::string name) {
  const Rule rule =
      here.code == event::target_data_op::event_code ||
              here.code == event::target_data_op_emi::event_code
          ? rule::data_op_inside_target
      : here.code == event::target_map::event_code || here.code == event::target_map_emi::event_code
          ? rule::map_event
          : rule::submit_count;
  if (dead)
    return judge.violated(*dead,
                          [&] { return shared::region_ended{.event = here.code, .region = name}; });
  judge.violated(rule, [&] { return shared::no_open_region{.event = here.code, .region = name}; });
}

TargetRegion *DataOps::region_of(const Here &here, const Ref &target) {
  if (!judge.promised(ompt_callback_target_emi))
    return nullptr;
  TargetRegion *region = target.ours() ? targets_.find(target.id, true) : nullptr;
  if (region) {
    judge.held(end_rule(region->kind));
    judge.held(rule::target_data_none);
    return region;
  }
  if (here.code == event::target_data_op_emi::event_code && targets_.moves_data_later(target.id))
    return nullptr;
  if (target.ours()) {
    outside(here, targets_.ended(target.id), text_of(target, 'R'));
    return nullptr;
  }
  const TargetRegion *open = targets_.on_thread(here.thread.number);
  if (open && open->emi)
    judge.violated([&] {
      return target_data_none::another_region{
          .event = here.code, .target = target, .expected = open->key}
          .why("the region began here", open->begin);
    });
  return open && open->emi ? targets_.find(open->key, true) : nullptr;
}

TargetRegion *DataOps::region_of(const Here &here, u64 target_id) {
  TargetRegion *region = targets_.find(target_id, false);
  if (region) {
    judge.held(end_rule(region->kind));
    return region;
  }
  const TargetRegion *open = targets_.on_thread(here.thread.number);
  // A region with the number 0 breaks another rule.
  if ((target_id != 0 || open) && judge.promised(ompt_callback_target))
    outside(here, nullptr, fmt::format("target region {}", target_id));
  return nullptr;
}

// A region's operations lie in its target task, or in the encountering task if there is no target
// task. A thread without a task works for a device.
void DataOps::judge_context(const Here &here, const TargetRegion &region, Rule rule) {
  const Task *current = world.unmerged(here.thread.current);
  if (!current || !region.executing || !judge.promised(ompt_callback_task_schedule))
    return;
  const auto is = [&](u32 id) {
    const Task *task = world.unmerged(world.tasks.find(id));
    return task && task == current;
  };
  const bool right = is(region.executing) || is(region.task) || is(region.target_task.id);
  judge.require(rule, right, [&] {
    return shared::outside_region_task{
        .event = here.code, .task = region.task, .current = current->id}
        .why("the region began here", region.begin)
        .why("that task became current here", current->last);
  });
}

// A target construct creates one initial task on the device; other constructs create none.
void DataOps::launches(const Here &here, TargetRegion &region) {
  judge_context(here, region, rule::submit_count);
  const bool none = !is_target_construct(region.kind);
  judge.require(rule::submit_count, targets_.launches(region) == 1 && !none, [&] {
    auto message = none ? Message(submit_count::starts_none{.kind = region.kind})
                        : Message(submit_count::second{.kind = region.kind});
    return message.why("the region began here", region.begin);
  });
}

// Whether the runtime reports every allocation and deletion.
bool DataOps::told() const {
  return judge.promised(ompt_callback_target_data_op) ||
         judge.promised(ompt_callback_target_data_op_emi);
}

// Judged at the begin of a deletion, before another allocation can get the memory. Up to 5.2 the
// specification does not say which end has the address.
void DataOps::judge_deletion(const Here &here, const Operation &op) {
  LiveMemory::Given *held = nullptr, *freed = nullptr;
  for (const i32 device : {op.src_device, op.dest_device})
    for (const u64 address : {op.src_addr, op.dest_addr}) {
      live_.remove(device, address);
      if (LiveMemory::Given *given = live_.given(device, address))
        (given->held ? held : freed) = given;
    }
  if (held) {
    --held->held;
    held->deleted = here.ref;
  }
  if (!allocated_.all_known() || (!op.src_addr && !op.dest_addr))
    return;
  if (freed && !held && told()) {
    judge.violated(rule::data_op_freed_memory, [&] {
      return data_op_freed_memory::deleted_twice{.address =
                                                     op.src_addr ? op.src_addr : op.dest_addr}
          .why("it was deleted here before", freed->deleted);
    });
    return;
  }
  const bool known = allocated_.holds(op.src_addr) || allocated_.holds(op.dest_addr);
  judge.require(known, [&] {
    return data_op_freed_memory::not_allocated{.address = op.src_addr ? op.src_addr : op.dest_addr};
  });
}

// Memory that is given out again has been freed, and the event of a deletion precedes the deletion.
// A block inside a larger block may belong to a runtime's pool.
void DataOps::judge_memory(const Here &here, const Operation &op, const TargetRegion *region) {
  if (allocates(op.optype) && op.dest_addr && op.bytes) {
    const LiveMemory::Block *old = live_.at(op.dest_device, op.dest_addr);
    if (told())
      judge.require(!old || op.bytes < old->bytes, [&] {
        return data_op_live_memory::not_deleted{
            .bytes = op.bytes, .address = op.dest_addr, .device = op.dest_device}
            .why("they were allocated here before", old->allocated);
      });
    live_.add(op.dest_device, op.dest_addr, {op.bytes, here.ref, op.src_addr});
    return;
  }
  const bool to = to_device(op.optype);
  if (!to && !from_device(op.optype))
    return;
  const u64 address = to ? op.dest_addr : op.src_addr;
  const i32 device = to ? op.dest_device : op.src_device;
  u64 begin = 0;
  const LiveMemory::Block *block = live_.around(device, address, begin);
  const u64 end = block ? begin + block->bytes : 0;
  if (block && told() && !live_.at(device, end))
    judge.require(op.bytes <= end - address, [&] {
      return data_op_live_memory::reaches_beyond{.bytes = op.bytes,
                                                 .address = address,
                                                 .device = device,
                                                 .allocated = block->bytes,
                                                 .begin = begin}
          .why("they were allocated here", block->allocated);
    });
  // A region may transfer a variable of the device's image, which needs no allocation. A variable
  // that the region mapped to allocated memory is not in the image.
  const LiveMemory::Block *mapped =
      region && address ? live_.mapped(device, to ? op.src_addr : op.dest_addr) : nullptr;
  if (mapped && told())
    judge.require(block, [&] {
      return data_op_live_memory::outside{.address = address, .device = device}.why(
          "it is mapped to what was allocated here", mapped->allocated);
    });
}

void DataOps::begin(const Here &here, Operation op) {
  const Operation *shares = nullptr;
  for (const Operation &other : open_)
    if (other.id == op.id || other.address == op.address)
      shares = &other;
  judge.require(rule::submit_host_op_id, op.id != 0 && !shares, [&] {
    auto message = op.id ? Message(submit_host_op_id::word_taken{
                               .event = here.code, .address = op.address, .operation = shares->id})
                         : Message(submit_host_op_id::no_word{.event = here.code});
    if (shares)
      message.why("that operation began here", shares->begin);
    return message;
  });
  targets_.operation(here.thread.number, op.id ? identifier_word(op.id) : 0);
  if (!op.id)
    return;
  if (open_.size() >= 4096)
    open_.erase(open_.begin());
  op.code = here.code;
  op.thread = here.thread.number;
  op.begin = here.ref;
  open_.push_back(op);
}

void DataOps::end(const Here &here, const Operation &op, Rule pairing) {
  targets_.operation_ends(here.thread.number);
  std::size_t at = open_.size();
  for (std::size_t i = open_.size(); i-- > 0;)
    if (open_[i].code == here.code && open_[i].id == op.id && op.id) {
      at = i;
      break;
    }
  // This thread's own operation of the same type, with another word.
  bool other_word = false;
  for (std::size_t i = open_.size(); i-- > 0 && at == open_.size();)
    if (open_[i].code == here.code && open_[i].thread == here.thread.number &&
        open_[i].optype == op.optype) {
      at = i;
      other_word = true;
    }
  if (at == open_.size()) {
    judge.violated(pairing, [&] {
      return shared::operation_not_begun{.event = here.code, .operation = op.id};
    });
    return;
  }
  const Operation begun = open_[at];
  open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(at));
  if (other_word) {
    judge.violated([&] {
      return submit_host_op_id::another_operation{
          .event = here.code, .operation = op.id, .expected = begun.id}
          .why("it began here", begun.begin);
    });
    return;
  }
  // The device address of an allocation becomes known during the operation.
  const bool place =
      begun.dest_addr == op.dest_addr || (allocates(op.optype) && begun.dest_addr == 0);
  const bool same = begun.optype == op.optype && begun.src_addr == op.src_addr && place &&
                    begun.src_device == op.src_device && begun.dest_device == op.dest_device &&
                    begun.bytes == op.bytes && begun.teams == op.teams &&
                    begun.target == op.target && same_word(begun.target_task, op.target_task);
  judge.require(pairing, same, [&] {
    return shared::operation_differs{.event = here.code, .operation = op.id}.why("it began here",
                                                                                 begun.begin);
  });
  if (here.code == event::target_submit_emi::event_code)
    judge.held(rule::submit_host_op_id);
}

void DataOps::pair(const Here &here, u32 endpoint, const Operation &op, Rule pairing) {
  if (endpoint == endpoint_begin)
    begin(here, op);
  else if (endpoint == endpoint_end)
    end(here, op, pairing);
}

// An operation of the family without emi, if the runtime numbers operations.
void DataOps::judge_number(const Here &here, u64 number) {
  const bool fresh = number != 0 && numbers_.add(number);
  judge.require(rule::submit_host_op_id, fresh, [&]() -> Message {
    if (number)
      return submit_host_op_id::number_twice{.number = number};
    return submit_host_op_id::zero{.event = here.code};
  });
}

void DataOps::on(const Here &here, const event::target_data_op &e) {
  const TargetRegion *region = region_of(here, e.target_id);
  targets_.operation(here.thread.number, e.host_op_id);
  const Operation op = of(e);
  judge_operation(here, op, region);
  judge_number(here, e.host_op_id);
  judge_memory(here, op, region);
  if (allocates(e.optype))
    allocated_.add(e.dest_addr, e.bytes);
  else if (deletes(e.optype))
    judge_deletion(here, op);
  // The event of an allocation comes at its end, when the device address is known.
  if (allocates(e.optype) && e.bytes)
    judge.require(e.dest_addr != 0, [&] { return data_op_non_emi_at_end::no_address{}; });
  if (copies(e.optype))
    judge.require(e.src_addr && e.dest_addr && e.bytes, [&] {
      return data_op_dest_known::incomplete{
          .bytes = e.bytes, .src_addr = e.src_addr, .dest_addr = e.dest_addr};
    });
}

void DataOps::on(const Here &here, const event::target_data_op_emi &e) {
  const TargetRegion *region = region_of(here, e.target);
  Operation op = of(e);
  op.id = e.host_op.id;
  op.address = e.host_op.address;
  op.target = e.target.id;
  op.target_task = e.target_task;
  judge_operation(here, op, region);
  if (region && e.endpoint != endpoint_end)
    judge_context(here, *region, rule::data_op_inside_target);
  if (e.endpoint != endpoint_begin)
    judge_memory(here, op, region);
  if (!region && !e.target.ours())
    judge_outside(e);
  if (allocates(e.optype) && e.endpoint != endpoint_begin)
    allocated_.add(e.dest_addr, e.bytes);
  else if (deletes(e.optype) && e.endpoint != endpoint_end)
    judge_deletion(here, op);
  // The operations of a region have the target task of the region.
  if (region)
    judge.require(same_word(region->target_task, e.target_task), [&] {
      return target_target_task_null::another_task{.target_task = e.target_task,
                                                   .expected = region->target_task}
          .why("the region began here", region->begin);
    });
  const bool endpoint = is_association(e.optype)
                            ? e.endpoint == endpoint_beginend
                            : e.endpoint == endpoint_begin || e.endpoint == endpoint_end;
  // The mapping of global variables has no duration and may have any operation type.
  const bool global = e.endpoint == endpoint_beginend && !deletes(e.optype) && !region;
  judge.require(endpoint || global, [&] {
    return data_op_pairing::another_endpoint{.optype = e.optype, .endpoint = e.endpoint};
  });
  pair(here, e.endpoint, op, rule::data_op_pairing);
  if (e.endpoint == endpoint_begin)
    return;
  const bool transfer = copies(e.optype);
  if ((transfer || allocates(e.optype)) && e.bytes)
    judge.require(e.dest_addr && (e.src_addr || !transfer), [&] {
      return data_op_dest_known::no_addresses{.optype = e.optype, .bytes = e.bytes};
    });
}

void DataOps::on(const Here &here, const event::target_submit &e) {
  if (TargetRegion *region = region_of(here, e.target_id))
    launches(here, *region);
  targets_.operation(here.thread.number, e.host_op_id);
  judge_number(here, e.host_op_id);
}

void DataOps::on(const Here &here, const event::target_submit_emi &e) {
  TargetRegion *region = region_of(here, e.target);
  if (region && e.endpoint == endpoint_begin)
    launches(here, *region);
  const bool endpoint = e.endpoint == endpoint_begin || e.endpoint == endpoint_end;
  judge.require(endpoint,
                [&] { return submit_begin_end_order::another_endpoint{.endpoint = e.endpoint}; });
  Operation op;
  op.id = e.host_op.id;
  op.address = e.host_op.address;
  op.target = e.target.id;
  op.teams = e.requested_num_teams;
  pair(here, e.endpoint, op, rule::submit_begin_end_order);
}

void DataOps::on(const Here &here, const event::target &e) {
  judge_number_of("a target region", e.device_num, here);
}

// Called before the region itself ends.
void DataOps::on(const Here &here, const event::target_emi &e) {
  judge_number_of("a target region", e.device_num, here);
  if (e.endpoint != endpoint_end || !e.target.ours())
    return;
  for (std::size_t i = 0; i < open_.size();) {
    const bool later = open_[i].code == event::target_data_op_emi::event_code &&
                       e.kind == ompt_target_nowait && judge.profile() >= version::v60;
    if (open_[i].target != e.target.id || later) {
      ++i;
      continue;
    }
    judge.violated(end_rule(e.kind), [&] {
      return shared::operation_open{.region = e.target, .operation = open_[i].id}.why(
          "the operation began here", open_[i].begin);
    });
    open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

void DataOps::on(const Here &, const event::tool_finalize &) {
  for (const Operation &op : open_) {
    const Rule rule = op.code == event::target_submit_emi::event_code ? rule::submit_begin_end_order
                                                                      : rule::data_op_pairing;
    judge.violated(rule,
                   [&] { return shared::operation_unended{.operation = op.id}.at(op.begin); });
  }
  open_.clear();
}

} // namespace cts
