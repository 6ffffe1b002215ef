// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the arguments of data operations and of maps say, each event by itself.
#include "rules/data_ops.h"
#include "rules/devices.h"
#include "rules/target.h"
#include "validator/machines/data_ops.h"

#include <algorithm>

namespace cts {

using namespace ompt_abi;

namespace {

constexpr u32 map_words = 4; // of an item, the last being its flags

} // namespace

void DataOps::judge_operation(const Here &here, const Operation &op, const TargetRegion *region) {
  // The target task of a routine that copies asynchronously has no target region.
  if (Task *current = here.thread.current; current && current->kind == Task::Kind::target)
    current->target.region = true;
  judge.require(rule::data_op_optype,
                in_some_version(enum_kind::target_data_op, op.optype, judge.profile()), [&] {
                  return Message("optype {} is no enumerator of this version",
                                 render(enum_kind::target_data_op, op.optype));
                });
  constexpr u64 address_space = u64{1} << 56;
  judge.require(rule::data_op_bytes, op.bytes < address_space, [&] {
    return Message("{} of {:#x} bytes, more than any memory has",
                   render(enum_kind::target_data_op, op.optype), op.bytes);
  });
  judge_number_of(render(enum_kind::target_data_op, op.optype),
                  std::max(op.src_device, op.dest_device), here);
  if (region)
    judge.held(rule::data_op_inside_target);
  if (judge.profile() >= version::v60)
    judge_table(op, region);
  // Between the host and the region's device; device to device copies are for routines.
  if (!region || region->device_num < 0)
    return;
  const i32 device = region->device_num;
  const bool fits = allocates(op.optype) || to_device(op.optype) ? op.dest_device == device
                    : from_device(op.optype)                     ? op.src_device == device
                                                                 : true;
  judge.require(rule::data_op_devices, fits, [&] {
    return Message("{} goes from device {} to device {} in a target region of device {}",
                   render(enum_kind::target_data_op, op.optype), op.src_device, op.dest_device,
                   device)
        .why("the region began here", region->begin);
  });
  if (to_device(op.optype))
    judge_host("from", op.src_device);
  else if (from_device(op.optype))
    judge_host("to", op.dest_device);
}

// The host has the highest number, that of the devices.
void DataOps::judge_number_of(std::string_view what, i32 number, const Here &here) {
  if (!host_ && number > highest_) {
    highest_ = number;
    highest_at_ = here.ref;
  }
  if (host_ && judge.profile() >= version::v51)
    judge.require(rule::device_num_range, number <= *host_, [&] {
      return Message("{} names device {}, but the host is device {}", what, number, *host_);
    });
}

// Table 35.1: an association has the host and a device; memset has a device alone, and no address
// in dev1; what a construct's transfer moves goes between its device and the host. An allocation or
// a deletion has its device in dev2. The addresses may be those of intermediate buffers.
void DataOps::judge_table(const Operation &op, const TargetRegion *region) {
  const auto named = [&] { return render(enum_kind::target_data_op, op.optype); };
  if (is_association(op.optype)) {
    judge.require(rule::data_op_devices,
                  op.src_device != op.dest_device && !is_host(op.dest_device) &&
                      (is_host(op.src_device) || !host_),
                  [&] {
                    return Message(
                        "{} is of device {} and device {}; expected the host and a device", named(),
                        op.src_device, op.dest_device);
                  });
    judge.require(rule::data_op_addresses, op.src_addr && op.dest_addr, [&] {
      return Message("{} is of {:#x} on the host and {:#x} on the device; expected both", named(),
                     op.src_addr, op.dest_addr);
    });
  } else if (sets_memory(op.optype)) {
    judge.require(rule::data_op_addresses, !op.src_addr && op.dest_addr, [&] {
      return Message(
          "{} has {:#x} in dev1_addr, which names nothing, and {:#x} in dev2_addr, which "
          "names the memory",
          named(), op.src_addr, op.dest_addr);
    });
  } else if (copies(op.optype) && op.bytes) {
    judge.require(rule::data_op_addresses, op.src_addr && op.dest_addr, [&] {
      return Message("{} of {} bytes goes from {:#x} to {:#x}", named(), op.bytes, op.src_addr,
                     op.dest_addr);
    });
  }
  if (!region || region->device_num < 0)
    return;
  const i32 device = region->device_num;
  const i32 other = op.src_device == device ? op.dest_device : op.src_device;
  const bool fits = deletes(op.optype) || sets_memory(op.optype) ? op.dest_device == device
                    : transfers(op.optype) ? op.src_device == device || op.dest_device == device
                                           : true;
  judge.require(rule::data_op_devices, fits, [&] {
    return Message("{} is of device {} and device {} in a target region of device {}", named(),
                   op.src_device, op.dest_device, device)
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
      judge.require(rule::device_num_range, highest_ <= number, [&] {
        return Message("an event names device {}, but the host is device {}", highest_, number)
            .at(highest_at_);
      });
  }
  judge.require(rule::data_op_devices, number == -1 || number == *host_, [&] {
    return Message("a construct's data moves {} device {}, but the host is device {}", what, number,
                   *host_);
  });
}

// An operation of a routine, which is in no target region. It may be a target task of its own.
void DataOps::judge_outside(const event::target_data_op_emi &e) {
  judge.require(rule::data_op_routines, !e.target.unreadable(),
                [&] { return Message("target_data at {:#x} cannot be read", e.target.address); });
  const Task *named = world.task(e.target_task);
  const bool right = !e.target_task.unreadable() && (!named || named->kind == Task::Kind::target);
  judge.require(rule::target_target_task_null, right, [&] {
    return Message(
        "target_task_data of an operation outside target regions is {}, which is no target task",
        text_of(e.target_task, 'T'));
  });
}

void DataOps::judge_map(const TargetRegion *region, u32 nitems, const List &items) {
  const u32 shown = items.size() / map_words;
  judge.require(rule::map_arrays, nitems >= 1 && shown >= 1,
                [&] { return Message("a map callback has {} items", nitems); });
  const u32 known = known_bits(enum_kind::target_map_flag, version::v60);
  for (u32 i = 0; i < shown; ++i) {
    const u64 address = items[i * map_words], bytes = items[i * map_words + 2];
    const u64 flags = items[i * map_words + 3];
    judge.require(rule::map_arrays, address || !bytes, [&] {
      return Message("item {} of a map has {} bytes at no address of the host", i, bytes);
    });
    // Whatever the clauses are, nothing leaves a device where data enters it.
    constexpr u64 leaves = ompt_target_map_flag_release | ompt_target_map_flag_delete;
    const bool enters = region && (region->kind == ompt_target_enter_data ||
                                   region->kind == ompt_target_enter_data_nowait);
    judge.require(rule::map_flags, flags != 0 && !(enters && (flags & leaves)), [&] {
      return Message("item {} of a map has the flags {}{}", i,
                     render(enum_kind::target_map_flag, static_cast<u32>(flags)),
                     enters ? " where data enters a device" : "");
    });
    judge.require(rule::map_flags_range, (flags & ~u64{known}) == 0, [&] {
      return Message("item {} of a map has flag bits {:#x} that mean nothing", i,
                     flags & ~u64{known});
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
