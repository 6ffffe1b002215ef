// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Target regions as the host sees them: region, data operations and kernel submissions inside it,
// the devices' lives (catalogue files target, data_ops and device). Both families of callbacks.
#pragma once

#include "validator/machines/machine.h"

#include <unordered_map>
#include <unordered_set>

namespace cts {

class TargetRegions : Machine {
public:
  TargetRegions(Judge &judge, World &world) : Machine(judge, world) {}

  void on(const Here &here, const event::target_emi &e);
  void on(const Here &here, const event::target_data_op_emi &e);
  void on(const Here &here, const event::target_submit_emi &e);
  void on(const Here &here, const event::target &e);
  void on(const Here &here, const event::target_data_op &e);
  void on(const Here &here, const event::target_submit &e);
  void on(const Here &here, const event::device_initialize &e);
  void on(const Here &here, const event::device_finalize &e);

private:
  struct Region {
    u32 kind = 0;
    i32 device_num = 0;
    EventRef begin;
    u64 open_operations = 0;
  };
  struct Operation {
    bool submission = false;
    u32 optype = 0;
    u64 bytes = 0;
    u64 region = 0;
    u32 teams = 0;
    u32 thread = 0;
    EventRef begin;
  };

  void judge_kind(u32 kind);
  void judge_optype(u32 optype);
  void region_begins(const Here &here, u64 id, u32 kind, i32 device_num);
  void region_ends(u64 id, u32 kind, i32 device_num, const std::string &name);
  void judge_submission_place(const Region *region);
  bool operation_begins(const Here &here, const New &n, Operation operation);
  void operation_ends(const Here &here, const New &n, const Operation &operation);
  // The region that a word names: null for none, and known false for a word that names one that is
  // not open.
  Region *region_of(const Data &d, bool &known);

  // Open ones only. The key is the identifier, or the classic target_id.
  std::unordered_map<u64, Region> regions_;
  std::unordered_map<u32, Operation> operations_;
  std::unordered_set<u64> target_ids_, operation_ids_; // classic, all that were seen
  std::unordered_map<i32, EventRef> devices_;          // initialised and not finalised
};

} // namespace cts
