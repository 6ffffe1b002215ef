// Target regions on the host, in both families of callbacks (catalogue chapter target): their
// begin, their end, and the answers of ompt_get_target_info.
#pragma once

#include "rules/target.h"
#include "validator/machines/interface/inquiry.h"
#include "validator/machines/target/devices.h"

namespace cts {

// A target region that has begun and not ended. The emi family names it by the tool's identifier,
// the other family by the runtime's number.
struct TargetRegion {
  u64 key = 0;
  bool emi = false;
  u32 kind = 0;
  i32 device_num = 0;
  u32 task = 0;
  u32 executing = 0; // the task that was current where it began
  u32 submits = 0;   // that have begun in it
  u64 address = 0;   // of the word, emi only
  u32 thread = 0;    // on which it began
  Data target_task;  // emi only
  EventRef begin;
};

// The rule that no event of a construct follows the construct's end event.
inline Rule end_rule(u32 target_kind) {
  return is_target_construct(target_kind) ? rule::target_end_last : rule::target_data_end_last;
}

class Targets : Machine {
public:
  Targets(const Context &context, const Devices &devices) : Machine(context), devices_(devices) {}

  void on(const Here &here, const event::target &e);
  void on(const Here &here, const event::target_emi &e);
  void on(const Here &here, const event::task_create &e);
  void on(const Here &here, const event::task_schedule &e);
  void on(const Here &here, const event::probe_target &e);
  void on(const Here &here, const event::note &e);
  void on(const Here &here, const event::tool_finalize &e);

  // The region that an operation names; null if no open region has this name.
  TargetRegion *find(u64 key, bool emi);
  // The innermost region that began on this thread.
  const TargetRegion *on_thread(u32 thread) const;
  // A submission begins in the region; counts the submissions so far.
  u32 launches(TargetRegion &region) {
    tells_launches_ = true;
    return ++region.submits;
  }
  // If this identifier belonged to a region that has ended (emi): the rule that fixed its end.
  const Rule *ended(u32 id) const;
  // Whether the region's data may move after its end: from 6.0 on, that of a target construct with
  // nowait.
  bool moves_data_later(u32 id) const { return moves_data_later_.contains(id); }

  // The operation that the thread is starting, for ompt_get_target_info; 0 means none.
  void operation(u32 thread, u64 word);
  void operation_ends(u32 thread);

private:
  struct Seen {
    u64 key;
    bool emi;
    u32 kind, endpoint;
    i32 device_num;
    const Ref &task;
    Data target_task; // emi only
  };
  void judge_arguments(const Here &here, const Seen &seen);
  void begin(const Here &here, const Seen &seen, u64 address);
  void end(const Here &here, const Seen &seen);
  void judge_generation(const Here &here, const Seen &seen);
  void judge_initial_task(const Here &here, const TargetRegion &region);
  void judge_launch(const TargetRegion &region);
  void judge_target_task(const Here &here, const event::target_emi &e);

  const Devices &devices_;
  std::vector<TargetRegion> open_; // few at a time
  bool tells_tasks_ = false;       // a target task has been reported
  bool tells_launches_ = false;    // the same of a submission
  EventRef ungenerated_;           // a region without a reported target task
  CreatedIdentifiers ended_, ended_data_, moves_data_later_;
  UniqueNumbers numbers_;
  struct Started {
    u64 word = 0;
    bool ended = false;
  };
  std::vector<Started> operations_; // by thread
};

} // namespace cts
