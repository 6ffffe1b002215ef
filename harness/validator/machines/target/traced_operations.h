// The operations that the host started while some device was traced; trace records describe them
// (catalogue chapter tracing).
#pragma once

#include "validator/machines/interface/inquiry.h"
#include "validator/machines/target/tracing.h"

#include <unordered_map>

namespace cts {

// The facts of a data operation's event.
struct OperationValues {
  u32 optype = 0;
  u64 src_addr = 0, dest_addr = 0, bytes = 0, codeptr = 0;
  i32 src_device = 0, dest_device = 0;
  bool operator==(const OperationValues &) const = default;
};
template <class E> OperationValues values_of(const E &e) {
  return {e.optype,     e.src_addr,       e.dest_addr,      e.bytes,
          e.codeptr_ra, e.src_device_num, e.dest_device_num};
}

// An operation that the host started while some device was traced. The key of the operation is the
// identifier that a record should give.
struct TracedOperation {
  bool kernel = false;
  std::optional<i32> device; // none: a kernel of a region that is not known
  u32 optype = 0;
  u64 bytes = 0, dest_addr = 0;
  i32 src_device = 0, dest_device = 0;
  OperationValues at_begin, at_end; // of data
  u32 teams = 0;
  u64 target = 0;           // the region's identifier; 0: none
  bool target_known = true; // whether the host tells which region it belongs to, if any
  EventRef begin;
  u64 epoch = 0;
  // The state at the operation's begin.
  bool recording = false, paused = false, denied = false, stopped = false, promised = false;
  bool off = false;    // its event was not among those that were chosen
  bool within = false; // it has ended in the epoch in which it began
  bool recorded = false;
  bool flushed = false, halted = false; // a flush, or a stop, came after its end
  // Moments of the host: the operation's begin, the end of the region whose end ends all its
  // operations, and the moment an allocation gave its address; 0: never. The end of an operation's
  // event is not the end of its work.
  u64 began = 0, done = 0, given = 0;
  u64 time = 0, end_time = 0; // by its record; 0: unknown
};

class TracedOperations : Machine {
public:
  TracedOperations(const Context &context, Tracing &tracing)
      : Machine(context), tracing_(tracing) {}

  void on(const Here &here, const event::target &e);
  void on(const Here &here, const event::target_emi &e);
  void on(const Here &here, const event::target_data_op &e);
  void on(const Here &here, const event::target_data_op_emi &e);
  void on(const Here &here, const event::target_submit &e);
  void on(const Here &here, const event::target_submit_emi &e);
  void on(const Here &here, const event::device_entry_point &e);

  // The operation with this identifier; null if it is unknown.
  TracedOperation *find(u64 id);
  // Whether a target region with this identifier has begun.
  bool region_known(u64 id) const { return targets_.contains(id); }
  // Whether every operation is known that started since a trace started.
  bool complete() const { return all_known_ && tracing_.any_started(); }
  std::unordered_map<u64, TracedOperation> &all() { return ops_; }

private:
  struct Region {
    i32 device = 0;
    bool deferred = false; // its end is not that of its operations
    std::vector<u64> ops;
  };
  void region(const Here &here, u32 kind, u32 endpoint, i32 device, u64 key);
  void submit(const Here &here, u64 id, u64 target, u32 teams, bool known);
  void begin(const Here &here, u64 id, TracedOperation op);
  void end(u64 id);
  void wholly_ended(TracedOperation &op);

  Tracing &tracing_;
  std::unordered_map<u64, TracedOperation> ops_; // by identifier, as a record should give it
  std::map<u64, Region> regions_;                // open, by identifier
  UniqueNumbers targets_;                        // all that ever began, for records
  bool all_known_ = true;                        // no operation was left out of ops_
};

} // namespace cts
