// Operations on devices that the host starts (catalogue chapters data_ops and target): data
// operations, kernel submissions, maps; their place, and the pairs of begin and end.
#pragma once

#include "validator/machines/target/device_memory.h"
#include "validator/machines/target/target.h"

#include <algorithm>

namespace cts {

class DataOps : Machine {
public:
  DataOps(const Context &context, Targets &targets) : Machine(context), targets_(targets) {}

  void on(const Here &here, const event::target_data_op &e);
  void on(const Here &here, const event::target_data_op_emi &e);
  void on(const Here &here, const event::target_submit &e);
  void on(const Here &here, const event::target_submit_emi &e);
  void on(const Here &here, const event::target_map &e);
  void on(const Here &here, const event::target_map_emi &e);
  void on(const Here &here, const event::target &e);
  void on(const Here &here, const event::target_emi &e);
  void on(const Here &here, const event::tool_finalize &e);
  // The memory has lost its contents.
  void on(const Here &, const event::device_initialize &e) { live_.forget(e.device_num); }
  void on(const Here &, const event::device_finalize &e) { live_.forget(e.device_num); }

  // Whether the thread with this number is between begin and end of an operation.
  bool operates(u32 thread) const {
    return std::ranges::any_of(open_, [&](const Operation &op) { return op.thread == thread; });
  }

private:
  // The facts of a data operation's or a submission's event.
  struct Operation {
    u32 id = 0; // of the word at this address; none without emi
    u64 address = 0;
    u8 code = 0;
    u32 target = 0;
    Data target_task;
    u32 thread = 0;
    EventRef begin;
    u32 optype = 0;
    u64 src_addr = 0, dest_addr = 0, bytes = 0;
    i32 src_device = 0, dest_device = 0;
    u32 teams = 0;
  };
  template <class E> static Operation of(const E &e);
  TargetRegion *region_of(const Here &here, const Ref &target);
  TargetRegion *region_of(const Here &here, u64 target_id);
  void judge_context(const Here &here, const TargetRegion &region, Rule rule);
  void launches(const Here &here, TargetRegion &region);
  void outside(const Here &here, const Rule *dead, std::string name);
  void begin(const Here &here, Operation op);
  void end(const Here &here, const Operation &op, Rule pairing);
  void pair(const Here &here, u32 endpoint, const Operation &op, Rule pairing);
  void judge_number(const Here &here, u64 number);
  bool told() const;
  void judge_deletion(const Here &here, const Operation &op);
  void judge_memory(const Here &here, const Operation &op, const TargetRegion *region);

  // data_ops_arguments.cpp
  void judge_operation(const Here &here, const Operation &op, const TargetRegion *region);
  // 6.0 has a table with the meaning of the arguments dev1 and dev2.
  void judge_table(const Operation &op, const TargetRegion *region);
  void judge_host(const char *what, i32 number);
  void judge_number_of(std::string_view what, i32 number, const Here &here);
  bool is_host(i32 number) const { return number == -1 || (host_ && number == *host_); }
  void judge_outside(const event::target_data_op_emi &e);
  void judge_map(const TargetRegion *region, u32 nitems, const List &items);

  Targets &targets_;
  std::vector<Operation> open_; // between begin and end
  std::optional<i32> host_;     // the host's device number, if it is not -1
  i32 highest_ = -1;            // of the device numbers that came before the host's was known
  EventRef highest_at_;
  DeviceMemory allocated_;
  LiveMemory live_;
  UniqueNumbers numbers_;
};

} // namespace cts
