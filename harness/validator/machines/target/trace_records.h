// Trace records: their contents, the host's operations that they describe, and operations without a
// record (catalogue chapter tracing).
#pragma once

#include "validator/machines/target/traced_operations.h"

namespace cts {

class TraceRecords : Machine {
public:
  TraceRecords(const Context &context, Tracing &tracing, TracedOperations &operations)
      : Machine(context), tracing_(tracing), operations_(operations) {}

  void on(const Here &here, const event::device_record &e);
  void on(const Here &here, const event::device_data_op_record &e);
  void on(const Here &here, const event::device_kernel_record &e);
  void on(const Here &here, const event::device_native_record &e);
  void on(const Here &here, const event::tool_initialize &e);
  void on(const Here &here, const event::tool_finalize &e);
  void at_end();

private:
  // Judges the fields that all records have.
  struct Header {
    i32 device;
    u32 type;
    u64 target_id, host_op_id;
  };
  void look(const Header &header);
  void judge_regime(const TracedOperation &op, i32 device);
  void judge_late(i32 device);
  void judge_device_ids(const Here &here, const event::device_record &e);
  void judge_missing(u64 id, const TracedOperation &op);
  void judge_fields(const event::device_data_op_record &e, const TracedOperation &op);
  void judge_native(i32 device);
  void judge_member(u32 type, bool fits);
  template <class E> void judge_repetition(const Here &here, const E &e);
  template <class E>
  const TracedOperation *operation(const E &e, bool kernel, bool due, std::string_view what);

  Tracing &tracing_;
  TracedOperations &operations_;
  // Records without an identifier, by device and by whether they describe kernels.
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
  std::optional<i32> host_;               // omp_get_initial_device()
  bool over_ = false;
};

} // namespace cts
