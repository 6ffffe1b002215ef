// Records of target regions repeat the facts of the callbacks (catalogue chapter tracing). The
// device chooses which regions leave records, because their events occur on the host.
#pragma once

#include "validator/machines/target/tracing.h"

#include <deque>
#include <set>
#include <unordered_map>
#include <vector>

namespace cts {

class TracedRegions : Machine {
public:
  TracedRegions(const Context &context, Tracing &tracing) : Machine(context), tracing_(tracing) {}

  void on(const Here &here, const event::target &e);
  void on(const Here &here, const event::target_emi &e);
  void on(const Here &here, const event::device_record &e);

  // The time of a begin or an end, as the host saw it and as its record gives it.
  struct Moment {
    i32 device = 0;
    u64 host_time = 0, time = 0;
    bool ends = false;
    EventRef at;
  };
  const std::vector<Moment> &moments() const { return times_; }

private:
  struct Region {
    i32 device = 0;
    u32 kind = 0;
    u64 codeptr = 0;
    u64 epoch = 0;
    bool traced = false; // from its begin on
    EventRef begin;
    u64 began = 0;
  };
  // A begin or an end that may have a record.
  struct Due {
    i32 device = 0;
    u64 id = 0;
    u64 codeptr = 0;
    EventRef at;
    u64 host_time = 0;
    bool recorded = false;
  };
  using Sort = std::tuple<i32, u32, u32>; // device, kind, endpoint
  // A record of a region, in the layout of ompt_record_target_t.
  struct Told {
    u32 kind, endpoint;
    i32 device;
    u64 id, codeptr;
  };
  void region(const Here &here, u32 kind, u32 endpoint, i32 device, u64 id, u64 codeptr);
  void owe(const Sort &sort, Due due);
  void judge_fields(const event::device_record &e, const Told &told);
  void settle(i32 device, u64 time, const Told &told);

  Tracing &tracing_;
  std::unordered_map<u64, Region> regions_; // by identifier, since the first trace was started
  std::map<Sort, std::deque<Due>> due_;
  // Records that came before any was due: by region and endpoint, or the number of those that name
  // no region.
  std::set<std::pair<u64, u32>> early_;
  std::map<Sort, u64> nameless_;
  std::vector<Moment> times_;
};

} // namespace cts
