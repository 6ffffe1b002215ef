// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "validator/machines/data_ops.h"

#include <algorithm>

namespace cts {

using namespace ompt_abi;

namespace {

constexpr u32 endpoint_beginend = 3;

constexpr u32 map_words = 4; // of an item, the last being its flags

constexpr std::size_t most_blocks = 1'000'000; // of memory that are remembered

} // namespace

// An operation names a region that is not open. None at all is right for the runtime's routines
// and for the initialization of devices.
void DataOps::outside(const Here &here, bool named_dead, std::string name) {
  const Rule rule =
      here.code == event::target_data_op::event_code ||
              here.code == event::target_data_op_emi::event_code
          ? Rule::data_op_inside_target
      : here.code == event::target_map::event_code || here.code == event::target_map_emi::event_code
          ? Rule::map_event
          : Rule::submit_count;
  if (named_dead) {
    judge.violated(Rule::target_end_last, [&] {
      return Message("{} names {}, which has ended", event::label(here.code), name);
    });
    return;
  }
  judge.violated(rule, [&] {
    return Message("{} names {}, which is no open target region", event::label(here.code), name);
  });
}

const TargetRegion *DataOps::region_of(const Here &here, const Ref &target) {
  if (!judge.promised(ompt_callback_target_emi))
    return nullptr;
  const TargetRegion *region = target.ours() ? targets_.find(target.id, true) : nullptr;
  if (region) {
    judge.held(Rule::target_end_last);
    judge.held(Rule::target_data_none);
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
    judge.violated(Rule::target_data_none, [&] {
      return Message("target_data of {} is {}, expected R{}", event::label(here.code),
                     text_of(target, 'R'), open->key)
          .why("the region began here", open->begin);
    });
  return open && open->emi ? open : nullptr;
}

const TargetRegion *DataOps::region_of(const Here &here, u64 target_id) {
  const TargetRegion *region = targets_.find(target_id, false);
  if (region) {
    judge.held(Rule::target_end_last);
    return region;
  }
  const TargetRegion *open = targets_.on_thread(here.thread.number);
  // A region with the number 0 is a finding of its own.
  if ((target_id != 0 || open) && judge.promised(ompt_callback_target))
    outside(here, false, fmt::format("target region {}", target_id));
  return nullptr;
}

template <class E>
void DataOps::judge_operation(const Here &here, const E &e, const TargetRegion *region) {
  judge.require(Rule::data_op_optype,
                in_some_version(enum_kind::target_data_op, e.optype, judge.profile()), [&] {
                  return Message("optype {} is no enumerator of this version",
                                 render(enum_kind::target_data_op, e.optype));
                });
  constexpr u64 address_space = u64{1} << 56;
  judge.require(Rule::data_op_bytes, e.bytes < address_space, [&] {
    return Message("{} of {:#x} bytes, more than any memory has",
                   render(enum_kind::target_data_op, e.optype), e.bytes);
  });
  // The host has the highest number, that of the devices.
  const i32 highest = std::max(e.src_device_num, e.dest_device_num);
  if (!host_ && highest > highest_) {
    highest_ = highest;
    highest_at_ = here.ref;
  }
  if (host_ && judge.profile() >= version::v51)
    judge.require(Rule::device_num_range, highest <= *host_, [&] {
      return Message("{} names device {}, but the host is device {}",
                     render(enum_kind::target_data_op, e.optype), highest, *host_);
    });
  if (region)
    judge.held(Rule::data_op_inside_target);
  if (judge.profile() >= version::v60)
    judge_table(e, region);
  // Between the host and the region's device; device to device copies are for routines.
  if (!region || region->device_num < 0)
    return;
  const i32 device = region->device_num;
  const bool fits = allocates(e.optype) || to_device(e.optype) ? e.dest_device_num == device
                    : from_device(e.optype)                    ? e.src_device_num == device
                                                               : true;
  judge.require(Rule::data_op_devices, fits, [&] {
    return Message("{} goes from device {} to device {} in a target region of device {}",
                   render(enum_kind::target_data_op, e.optype), e.src_device_num, e.dest_device_num,
                   device)
        .why("the region began here", region->begin);
  });
  if (to_device(e.optype))
    judge_host("from", e.src_device_num);
  else if (from_device(e.optype))
    judge_host("to", e.dest_device_num);
}

// Table 35.1: an association has the host and a device; memset has a device alone, and no address
// in dev1; what a construct's transfer moves goes between its device and the host. An allocation or
// a deletion has its device in dev2. The addresses may be those of intermediate buffers.
template <class E> void DataOps::judge_table(const E &e, const TargetRegion *region) {
  const auto named = [&] { return render(enum_kind::target_data_op, e.optype); };
  if (is_association(e.optype)) {
    judge.require(Rule::data_op_devices,
                  e.src_device_num != e.dest_device_num && !is_host(e.dest_device_num) &&
                      (is_host(e.src_device_num) || !host_),
                  [&] {
                    return Message(
                        "{} is of device {} and device {}; the host and a device are due", named(),
                        e.src_device_num, e.dest_device_num);
                  });
    judge.require(Rule::data_op_addresses, e.src_addr && e.dest_addr, [&] {
      return Message("{} is of {:#x} on the host and {:#x} on the device; both are due", named(),
                     e.src_addr, e.dest_addr);
    });
  } else if (sets_memory(e.optype)) {
    judge.require(Rule::data_op_addresses, !e.src_addr && e.dest_addr, [&] {
      return Message(
          "{} has {:#x} in dev1_addr, which names nothing, and {:#x} in dev2_addr, which "
          "names the memory",
          named(), e.src_addr, e.dest_addr);
    });
  } else if (copies(e.optype) && e.bytes) {
    judge.require(Rule::data_op_addresses, e.src_addr && e.dest_addr, [&] {
      return Message("{} of {} bytes goes from {:#x} to {:#x}", named(), e.bytes, e.src_addr,
                     e.dest_addr);
    });
  }
  if (!region || region->device_num < 0)
    return;
  const i32 device = region->device_num;
  const i32 other = e.src_device_num == device ? e.dest_device_num : e.src_device_num;
  const bool fits = deletes(e.optype) || sets_memory(e.optype) ? e.dest_device_num == device
                    : transfers(e.optype)
                        ? e.src_device_num == device || e.dest_device_num == device
                        : true;
  judge.require(Rule::data_op_devices, fits, [&] {
    return Message("{} is of device {} and device {} in a target region of device {}", named(),
                   e.src_device_num, e.dest_device_num, device)
        .why("the region began here", region->begin);
  });
  if (fits && transfers(e.optype))
    judge_host(e.src_device_num == device ? "to" : "from", other);
}

// The other end of a construct's transfer is the host: one device, with one number besides -1.
void DataOps::judge_host(const char *what, i32 number) {
  if (number != -1 && !host_) {
    host_ = number;
    if (judge.profile() >= version::v51)
      judge.require(Rule::device_num_range, highest_ <= number, [&] {
        return Message("an operation names device {}, but the host is device {}", highest_, number)
            .at(highest_at_);
      });
  }
  judge.require(Rule::data_op_devices, number == -1 || number == *host_, [&] {
    return Message("a construct's data moves {} device {}, but the host is device {}", what, number,
                   *host_);
  });
}

// An operation of a routine, which is in no target region. It may be a target task of its own.
void DataOps::judge_outside(const event::target_data_op_emi &e) {
  judge.require(Rule::data_op_routines, !e.target.unreadable(),
                [&] { return Message("target_data at {:#x} cannot be read", e.target.address); });
  const Task *named = world.task(e.target_task);
  const bool right = !e.target_task.unreadable() && (!named || named->kind == Task::Kind::target);
  judge.require(Rule::target_target_task_null, right, [&] {
    return Message(
        "target_task_data of an operation outside target regions is {}, which is no target task",
        text_of(e.target_task, 'T'));
  });
}

// At the end of an allocation. Blocks that overlap, one after the other or on different devices,
// become one.
template <class E> void DataOps::allocated(const E &e) {
  if (!e.dest_addr || allocated_.size() >= most_blocks) {
    all_allocated_ = all_allocated_ && !e.bytes;
    return;
  }
  u64 begin = e.dest_addr, end = e.dest_addr + std::max<u64>(e.bytes, 1);
  auto at = allocated_.upper_bound(begin);
  if (at != allocated_.begin() && std::prev(at)->second >= begin)
    begin = (--at)->first;
  while (at != allocated_.end() && at->first <= end) {
    end = std::max(end, at->second);
    at = allocated_.erase(at);
  }
  allocated_[begin] = end;
}

// At the begin of a deletion, before anybody else can be given its memory. Up to 5.2 no text says
// which end has the address. A block may have been padded in front.
template <class E> void DataOps::judge_deletion(const E &e) {
  if (!all_allocated_ || (!e.src_addr && !e.dest_addr))
    return;
  const auto known = [&](u64 address) {
    const auto behind = allocated_.upper_bound(address);
    return behind != allocated_.begin() && address < std::prev(behind)->second;
  };
  judge.require(Rule::data_op_freed_memory, known(e.src_addr) || known(e.dest_addr), [&] {
    return Message("a deletion names {:#x}, which no allocation returned",
                   e.src_addr ? e.src_addr : e.dest_addr);
  });
}

void DataOps::begin(const Here &here, Open op) {
  const Open *shares = nullptr;
  for (const Open &other : open_)
    if (other.id == op.id || other.address == op.address)
      shares = &other;
  judge.require(Rule::submit_host_op_id, op.id != 0 && !shares, [&] {
    Message message(
        op.id
            ? fmt::format("{} begins with the word at {:#x}, which belongs to operation O{}",
                          event::label(here.code), op.address, shares->id)
            : fmt::format("{} begins without a word for its identifier", event::label(here.code)));
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

void DataOps::end(const Here &here, Open op, Rule pairing) {
  targets_.operation(here.thread.number, 0);
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
      return Message("{} ends an operation (O{}) that has not begun", event::label(here.code),
                     op.id);
    });
    return;
  }
  const Open begun = open_[at];
  open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(at));
  if (other_word) {
    judge.violated(Rule::submit_host_op_id, [&] {
      return Message("{} ends with identifier O{}, expected O{} as at its beginning",
                     event::label(here.code), op.id, begun.id)
          .why("it began here", begun.begin);
    });
    return;
  }
  // The device address of an allocation becomes known on the way.
  const bool place =
      begun.dest_addr == op.dest_addr || (allocates(op.optype) && begun.dest_addr == 0);
  const bool same = begun.optype == op.optype && begun.src_addr == op.src_addr && place &&
                    begun.src_device == op.src_device && begun.dest_device == op.dest_device &&
                    begun.bytes == op.bytes && begun.teams == op.teams &&
                    begun.target == op.target && same_word(begun.target_task, op.target_task);
  judge.require(pairing, same, [&] {
    return Message("the arguments of {} at the end of O{} differ from those at its beginning",
                   event::label(here.code), op.id)
        .why("it began here", begun.begin);
  });
  if (here.code == event::target_submit_emi::event_code)
    judge.held(Rule::submit_host_op_id);
}

void DataOps::pair(const Here &here, u32 endpoint, const Open &op, Rule pairing) {
  if (endpoint == endpoint_begin)
    begin(here, op);
  else if (endpoint == endpoint_end)
    end(here, op, pairing);
}

// Of the family without emi, where the runtime numbers operations.
void DataOps::judge_number(const Here &here, u64 number) {
  judge.require(Rule::submit_host_op_id, number != 0 && numbers_.add(number), [&] {
    return Message(number ? fmt::format("two operations have the number {}", number)
                          : fmt::format("{} has the number 0", event::label(here.code)));
  });
}

void DataOps::on(const Here &here, const event::target_data_op &e) {
  const TargetRegion *region = region_of(here, e.target_id);
  targets_.operation(here.thread.number, e.host_op_id);
  judge_operation(here, e, region);
  judge_number(here, e.host_op_id);
  if (allocates(e.optype))
    allocated(e);
  else if (deletes(e.optype))
    judge_deletion(e);
  // The event of an allocation comes at its end, when the device address is known.
  if (allocates(e.optype) && e.bytes)
    judge.require(Rule::data_op_non_emi_at_end, e.dest_addr != 0, [&] {
      return Message("an allocation is reported without its address, which is known at its end");
    });
  if (copies(e.optype))
    judge.require(Rule::data_op_dest_known, e.src_addr && e.dest_addr && e.bytes, [&] {
      return Message("a transfer of {} bytes from {:#x} to {:#x}", e.bytes, e.src_addr,
                     e.dest_addr);
    });
}

void DataOps::on(const Here &here, const event::target_data_op_emi &e) {
  const TargetRegion *region = region_of(here, e.target);
  judge_operation(here, e, region);
  if (!region && !e.target.ours())
    judge_outside(e);
  if (allocates(e.optype) && e.endpoint != endpoint_begin)
    allocated(e);
  else if (deletes(e.optype) && e.endpoint != endpoint_end)
    judge_deletion(e);
  // Of the operations of one region the target task is the region's.
  if (region)
    judge.require(
        Rule::target_target_task_null, same_word(region->target_task, e.target_task), [&] {
          return Message("target_task_data of a data operation is {}, expected {} as in its region",
                         text_of(e.target_task, 'T'), text_of(region->target_task, 'T'))
              .why("the region began here", region->begin);
        });
  const bool endpoint = is_association(e.optype)
                            ? e.endpoint == endpoint_beginend
                            : e.endpoint == endpoint_begin || e.endpoint == endpoint_end;
  // Global variables are mapped in a moment, and by operations of any type.
  const bool global = e.endpoint == endpoint_beginend && !deletes(e.optype) && !region;
  judge.require(Rule::data_op_pairing, endpoint || global, [&] {
    return Message("{} has the endpoint {}", render(enum_kind::target_data_op, e.optype),
                   render(enum_kind::scope_endpoint, e.endpoint));
  });
  Open op;
  op.id = e.host_op.id;
  op.address = e.host_op.address;
  op.target = e.target.id;
  op.target_task = e.target_task;
  op.optype = e.optype;
  op.src_addr = e.src_addr;
  op.dest_addr = e.dest_addr;
  op.src_device = e.src_device_num;
  op.dest_device = e.dest_device_num;
  op.bytes = e.bytes;
  pair(here, e.endpoint, op, Rule::data_op_pairing);
  if (e.endpoint == endpoint_begin)
    return;
  const bool transfer = copies(e.optype);
  if ((transfer || allocates(e.optype)) && e.bytes)
    judge.require(Rule::data_op_dest_known, e.dest_addr && (e.src_addr || !transfer), [&] {
      return Message("{} of {} bytes ends without its addresses",
                     render(enum_kind::target_data_op, e.optype), e.bytes);
    });
}

void DataOps::on(const Here &here, const event::target_submit &e) {
  if (region_of(here, e.target_id))
    judge.held(Rule::submit_count);
  targets_.operation(here.thread.number, e.host_op_id);
  judge_number(here, e.host_op_id);
}

void DataOps::on(const Here &here, const event::target_submit_emi &e) {
  if (region_of(here, e.target))
    judge.held(Rule::submit_count);
  const bool endpoint = e.endpoint == endpoint_begin || e.endpoint == endpoint_end;
  judge.require(Rule::submit_begin_end_order, endpoint, [&] {
    return Message("a submission has the endpoint {}",
                   render(enum_kind::scope_endpoint, e.endpoint));
  });
  Open op;
  op.id = e.host_op.id;
  op.address = e.host_op.address;
  op.target = e.target.id;
  op.teams = e.requested_num_teams;
  pair(here, e.endpoint, op, Rule::submit_begin_end_order);
}

void DataOps::judge_map(const TargetRegion *region, u32 nitems, const List &items) {
  const u32 shown = items.size() / map_words;
  judge.require(Rule::map_arrays, nitems >= 1 && shown >= 1,
                [&] { return Message("a map callback has {} items", nitems); });
  const u32 known = known_bits(enum_kind::target_map_flag, version::v60);
  for (u32 i = 0; i < shown; ++i) {
    const u64 address = items[i * map_words], bytes = items[i * map_words + 2];
    const u64 flags = items[i * map_words + 3];
    judge.require(Rule::map_arrays, address || !bytes, [&] {
      return Message("item {} of a map has {} bytes at no address of the host", i, bytes);
    });
    // Whatever the clauses are, nothing leaves a device where data enters it.
    constexpr u64 leaves = ompt_target_map_flag_release | ompt_target_map_flag_delete;
    const bool enters = region && (region->kind == ompt_target_enter_data ||
                                   region->kind == ompt_target_enter_data_nowait);
    judge.require(Rule::map_flags, flags != 0 && !(enters && (flags & leaves)), [&] {
      return Message("item {} of a map has the flags {}{}", i,
                     render(enum_kind::target_map_flag, static_cast<u32>(flags)),
                     enters ? " where data enters a device" : "");
    });
    judge.require(Rule::map_flags_range, (flags & ~u64{known}) == 0, [&] {
      return Message("item {} of a map has flag bits {:#x} that mean nothing", i,
                     flags & ~u64{known});
    });
  }
}

void DataOps::on(const Here &here, const event::target_map &e) {
  const TargetRegion *region = region_of(here, e.target_id);
  if (region)
    judge.held(Rule::map_event);
  judge_map(region, e.nitems, e.items);
}

void DataOps::on(const Here &here, const event::target_map_emi &e) {
  const TargetRegion *region = region_of(here, e.target);
  if (region)
    judge.held(Rule::map_event);
  judge_map(region, e.nitems, e.items);
}

// Seen before the region itself is ended.
void DataOps::on(const Here &, const event::target_emi &e) {
  if (e.endpoint != endpoint_end || !e.target.ours())
    return;
  for (std::size_t i = 0; i < open_.size();) {
    const bool later = open_[i].code == event::target_data_op_emi::event_code &&
                       is_deferred(e.kind) && judge.profile() >= version::v60;
    if (open_[i].target != e.target.id || later) {
      ++i;
      continue;
    }
    judge.violated(Rule::target_end_last, [&] {
      return Message("R{} ends while its operation O{} has not ended", e.target.id, open_[i].id)
          .why("the operation began here", open_[i].begin);
    });
    open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

void DataOps::on(const Here &, const event::tool_finalize &) {
  for (const Open &op : open_) {
    const Rule rule = op.code == event::target_submit_emi::event_code ? Rule::submit_begin_end_order
                                                                      : Rule::data_op_pairing;
    judge.violated(rule, [&] { return Message("operation O{} has no end", op.id).at(op.begin); });
  }
  open_.clear();
}

} // namespace cts
