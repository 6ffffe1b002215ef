// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Trace records: what they say, which of the host's operations they stand for, and which of those
// have none (catalogue chapter tracing).
#pragma once

#include "validator/machines/inquiry.h"
#include "validator/machines/tracing.h"

#include <unordered_map>

namespace cts {

class TraceRecords : Machine {
public:
  TraceRecords(const Context &context, Tracing &tracing) : Machine(context), tracing_(tracing) {}

  void on(const Here &here, const event::target &e);
  void on(const Here &here, const event::target_emi &e);
  void on(const Here &here, const event::target_data_op &e);
  void on(const Here &here, const event::target_data_op_emi &e);
  void on(const Here &here, const event::target_submit &e);
  void on(const Here &here, const event::target_submit_emi &e);
  void on(const Here &here, const event::device_entry_point &e);
  void on(const Here &here, const event::device_record &e);
  void on(const Here &here, const event::device_data_op_record &e);
  void on(const Here &here, const event::device_kernel_record &e);
  void on(const Here &here, const event::device_native_record &e);
  void on(const Here &here, const event::tool_finalize &e);
  void at_end();

private:
  // An operation that the host has started while some device was traced. By its identifier, as a
  // record should give it.
  struct Op {
    bool kernel = false;
    std::optional<i32> device; // none: a kernel of a region that is not known
    u32 optype = 0;
    u64 bytes = 0, dest_addr = 0;
    i32 src_device = 0, dest_device = 0;
    u32 teams = 0;
    u64 target = 0; // the region's identifier; 0: none
    EventRef begin;
    u64 epoch = 0;
    // As it was at the begin.
    bool recording = false, paused = false, denied = false, stopped = false, promised = false;
    bool within = false; // it has ended in the epoch in which it began
    bool recorded = false;
    bool flushed = false, halted = false; // a flush, or a stop, came after its end
  };
  struct Region {
    i32 device = 0;
    bool deferred = false; // its end is not that of its operations
    std::vector<u64> ops;
  };
  // What the fields of all records say.
  struct Header {
    i32 device;
    u32 type;
    u64 time, end_time;
    u64 target_id, host_op_id;
  };
  void region(u32 kind, u32 endpoint, i32 device, u64 key);
  void submit(const Here &here, u64 id, u64 target, u32 teams);
  void begin(const Here &here, u64 id, Op op);
  void end(u64 id);
  void wholly_ended(Op &op);
  void look(const Header &header);
  Op *operation(const Header &header);
  void judge_regime(const Op &op, i32 device);
  void judge_times(const Header &header);
  void judge_late(i32 device);
  void judge_device_ids(const Here &here, const event::device_record &e);
  void judge_missing(u64 id, const Op &op);
  template <class E> void judge_repetition(const Here &here, const E &e, u64 host_op_id);

  Tracing &tracing_;
  std::unordered_map<u64, Op> ops_;
  std::map<u64, Region> regions_; // open, by identifier
  UniqueNumbers targets_;         // all that ever began, for records
  bool all_known_ = true;         // no operation was left out of ops_
  // Records without an identifier, by device and whether they are of kernels.
  std::map<std::pair<i32, bool>, u64> anonymous_;
  // Identifiers that devices gave out: parallel regions, tasks, threads.
  std::map<std::pair<i32, u32>, UniqueNumbers> device_ids_;
  // Records of one dependence each: by device, task and number of dependences.
  struct Dependences {
    u64 records = 0;
    EventRef first;
  };
  std::map<std::tuple<i32, u64, i64>, Dependences> dependences_;
  std::map<u64, std::string> type_texts_; // of abstract records, by address
  std::map<u32, std::vector<u64>> last_;  // the last record that each thread has read
  bool over_ = false;
};

} // namespace cts
