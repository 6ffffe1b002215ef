// Judges the arguments of data operations and maps, each event by itself.
#include "rules/data_ops.h"
#include "rules/devices.h"
#include "rules/target.h"
#include "validator/machines/target/data_ops.h"

#include <algorithm>

namespace cts {

namespace {

constexpr u32 map_words = 4; // of an item, the last being its flags

} // namespace

void DataOps::judge_operation(const Here &here, const Operation &op, const TargetRegion *region) {
  // The target task of an asynchronous copy routine has no target region.
  if (Task *current = here.thread.current; current && current->kind == Task::Kind::target)
    current->target.region = true;
  judge.require(in_some_version(enum_kind::target_data_op, op.optype, judge.profile()),
                [&] { return data_op_optype::no_enumerator{.optype = op.optype}; });
  constexpr u64 address_space = u64{1} << 56;
  judge.require(op.bytes < address_space, [&] {
    return data_op_bytes::impossible_size{.optype = op.optype, .bytes = op.bytes};
  });
  judge_number_of(render(enum_kind::target_data_op, op.optype),
                  std::max(op.src_device, op.dest_device), here);
  if (region)
    judge.held(rule::data_op_inside_target);
  if (judge.profile() >= version::v60)
    judge_table(op, region);
  // A transfer of a construct is between the host and the region's device; only routines copy from
  // device to device.
  if (!region || region->device_num < 0)
    return;
  const i32 device = region->device_num;
  const bool fits = allocates(op.optype) || to_device(op.optype) ? op.dest_device == device
                    : from_device(op.optype)                     ? op.src_device == device
                                                                 : true;
  judge.require(fits, [&] {
    return data_op_devices::another_device{
        .optype = op.optype, .from = op.src_device, .to = op.dest_device, .device = device}
        .why("the region began here", region->begin);
  });
  if (to_device(op.optype))
    judge_host("from", op.src_device);
  else if (from_device(op.optype))
    judge_host("to", op.dest_device);
}

// The host has the highest device number, which is the number of devices.
void DataOps::judge_number_of(std::string_view what, i32 number, const Here &here) {
  if (!host_ && number > highest_) {
    highest_ = number;
    highest_at_ = here.ref;
  }
  if (host_ && judge.profile() >= version::v51)
    judge.require(number <= *host_, [&] {
      return device_num_range::beyond_host{.what = what, .device = number, .host = *host_};
    });
}

// Table 35.1: an association has the host and a device; memset has only a device, and no address in
// dev1; a construct's transfer is between its device and the host. An allocation or a deletion has
// its device in dev2. The addresses may be those of intermediate buffers.
void DataOps::judge_table(const Operation &op, const TargetRegion *region) {
  if (is_association(op.optype)) {
    judge.require(op.src_device != op.dest_device && !is_host(op.dest_device) &&
                      (is_host(op.src_device) || !host_),
                  [&] {
                    return data_op_devices::no_host_and_device{
                        .optype = op.optype, .from = op.src_device, .to = op.dest_device};
                  });
    judge.require(op.src_addr && op.dest_addr, [&] {
      return data_op_addresses::association{
          .optype = op.optype, .host = op.src_addr, .device = op.dest_addr};
    });
  } else if (sets_memory(op.optype)) {
    judge.require(!op.src_addr && op.dest_addr, [&] {
      return data_op_addresses::memset{
          .optype = op.optype, .dev1 = op.src_addr, .dev2 = op.dest_addr};
    });
  } else if (copies(op.optype) && op.bytes) {
    judge.require(op.src_addr && op.dest_addr, [&] {
      return data_op_addresses::transfer{
          .optype = op.optype, .bytes = op.bytes, .from = op.src_addr, .to = op.dest_addr};
    });
  }
  if (!region || region->device_num < 0)
    return;
  const i32 device = region->device_num;
  const i32 other = op.src_device == device ? op.dest_device : op.src_device;
  const bool fits = deletes(op.optype) || sets_memory(op.optype) ? op.dest_device == device
                    : transfers(op.optype) ? op.src_device == device || op.dest_device == device
                                           : true;
  judge.require(fits, [&] {
    return data_op_devices::outside_region{
        .optype = op.optype, .from = op.src_device, .to = op.dest_device, .device = device}
        .why("the region began here", region->begin);
  });
  if (fits && transfers(op.optype))
    judge_host(op.src_device == device ? "to" : "from", other);
}

// The other end of a construct's transfer is the host: one device, with one number besides -1.
void DataOps::judge_host(const char *what, i32 number) {
  if (number != -1 && !host_) {
    host_ = number;
    if (judge.profile() >= version::v51)
      judge.require(highest_ <= number, [&] {
        return device_num_range::beyond_host{.what = "an event", .device = highest_, .host = number}
            .at(highest_at_);
      });
  }
  judge.require(number == -1 || number == *host_, [&] {
    return data_op_devices::not_the_host{.direction = what, .device = number, .host = *host_};
  });
}

// An operation of a routine, outside any target region. It may be a target task of its own.
void DataOps::judge_outside(const event::target_data_op_emi &e) {
  judge.require(!e.target.unreadable(),
                [&] { return data_op_routines::unreadable{.address = e.target.address}; });
  const Task *named = world.task(e.target_task);
  const bool right = !e.target_task.unreadable() && (!named || named->kind == Task::Kind::target);
  judge.require(right,
                [&] { return target_target_task_null::routine{.target_task = e.target_task}; });
}

void DataOps::judge_map(const TargetRegion *region, u32 nitems, const List &items) {
  const u32 shown = items.size() / map_words;
  judge.require(nitems >= 1 && shown >= 1, [&] { return map_arrays::no_items{.items = nitems}; });
  const u32 known = known_bits(enum_kind::target_map_flag, version::v60);
  for (u32 i = 0; i < shown; ++i) {
    const u64 address = items[i * map_words], bytes = items[i * map_words + 2];
    const u64 flags = items[i * map_words + 3];
    judge.require(address || !bytes,
                  [&] { return map_arrays::no_address{.item = i, .bytes = bytes}; });
    // Whatever the clauses are, a construct that enters data moves none from the device.
    constexpr u64 leaves = ompt_target_map_flag_release | ompt_target_map_flag_delete;
    const bool enters = region && (region->kind == ompt_target_enter_data ||
                                   region->kind == ompt_target_enter_data_nowait);
    judge.require(rule::map_flags, flags != 0 && !(enters && (flags & leaves)), [&]() -> Message {
      const u32 shown_flags = static_cast<u32>(flags);
      if (enters)
        return map_flags::leaves_on_entry{.item = i, .flags = shown_flags};
      return map_flags::unlike_clause{.item = i, .flags = shown_flags};
    });
    judge.require((flags & ~u64{known}) == 0, [&] {
      return map_flags_range::unknown_bits{.item = i, .unknown = flags & ~u64{known}};
    });
  }
}

void DataOps::on(const Here &here, const event::target_map &e) {
  const TargetRegion *region = region_of(here, e.target_id);
  if (region)
    judge.held(rule::map_event);
  judge_map(region, e.nitems, e.items);
}

void DataOps::on(const Here &here, const event::target_map_emi &e) {
  const TargetRegion *region = region_of(here, e.target);
  if (region)
    judge.held(rule::map_event);
  judge_map(region, e.nitems, e.items);
}

} // namespace cts
