#include "validator/machines/target/traced_regions.h"

#include "rules/tracing.h"

#include <algorithm>

namespace cts {

namespace {

constexpr std::size_t most_regions = 100'000;

} // namespace

// The begin and the end are judged if one setting of the trace covers both. The end of a deferred
// construct is not the end of its work.
void TracedRegions::region(const Here &here, u32 kind, u32 endpoint, i32 number, u64 id,
                           u64 codeptr) {
  if (!tracing_.any_started() || !id || regions_.size() >= most_regions)
    return;
  const TracedDevice &device = tracing_.device(number);
  if (endpoint == endpoint_begin) {
    const bool traced =
        device.recording() && either_family(device.promised, ompt_callback_target_emi);
    regions_[id] = {number, kind, codeptr, tracing_.epoch(number), traced, here.ref, here.time};
    return;
  }
  const auto at = regions_.find(id);
  if (at == regions_.end())
    return;
  const Region &begun = at->second;
  if (!begun.traced || begun.epoch != device.epoch || is_deferred(kind))
    return;
  owe({number, kind, endpoint_begin}, {number, id, begun.codeptr, begun.begin, begun.began});
  owe({number, kind, endpoint_end}, {number, id, codeptr, here.ref, here.time});
}

// The record may have come already, before the region's end.
void TracedRegions::owe(const Sort &sort, Due due) {
  if (early_.erase({due.id, std::get<2>(sort)}))
    return;
  if (u64 &nameless = nameless_[sort]; nameless > 0)
    --nameless;
  else
    due_[sort].push_back(due);
}

void TracedRegions::on(const Here &here, const event::target &e) {
  region(here, e.kind, e.endpoint, e.device_num, e.target_id, e.codeptr_ra);
}
void TracedRegions::on(const Here &here, const event::target_emi &e) {
  if (e.target.ours())
    region(here, e.kind, e.endpoint, e.device_num, identifier_word(e.target.id), e.codeptr_ra);
}

void TracedRegions::judge_fields(const event::device_record &e, const Told &told) {
  judge.require(told.device == e.device_num, [&] {
    return record_target_id::another_device{.device = e.device_num, .of = told.device};
  });
  const auto at = regions_.find(told.id);
  if (at == regions_.end())
    return;
  const Region &region = at->second;
  judge.require(told.kind == region.kind, [&] {
    return record_target_id::kind_differs{.recorded = told.kind, .told = region.kind}.why(
        "the region began here", region.begin);
  });
  judge.require(region.device == told.device, [&] {
    return record_target_id::device_differs{.recorded = told.device, .told = region.device}.why(
        "the region began here", region.begin);
  });
}

// The event that this record describes: the record names the region or the place in the code.
void TracedRegions::settle(i32 device, u64 time, const Told &told) {
  std::deque<Due> &events = due_[{device, told.kind, told.endpoint}];
  const auto due = std::ranges::find_if(events, [&](const Due &each) {
    return !each.recorded && (told.id ? each.id == told.id : same_call(each.codeptr, told.codeptr));
  });
  if (due == events.end()) {
    if (told.id)
      early_.insert({told.id, told.endpoint});
    else
      ++nameless_[{device, told.kind, told.endpoint}];
    return;
  }
  due->recorded = true;
  if (time && told.id) // a record without a region has no certain region
    times_.push_back({device, due->host_time, time, told.endpoint == endpoint_end, due->at});
  judge.require(same_call(due->codeptr, told.codeptr), [&] {
    return record_target_id::another_codeptr{.codeptr = told.codeptr, .told = due->codeptr}.why(
        "the callback was here", due->at);
  });
  while (!events.empty() && events.front().recorded)
    events.pop_front();
}

void TracedRegions::on(const Here &, const event::device_record &e) {
  if (e.format != ompt_record_ompt || !e.record ||
      (e.type != ompt_callback_target && e.type != ompt_callback_target_emi))
    return;
  const auto word = [&](u32 index) { return index < e.body.size() ? e.body[index] : 0; };
  const Told told{static_cast<u32>(word(0)), static_cast<u32>(word(0) >> 32),
                  static_cast<i32>(word(1)), word(3) ? word(3) : e.target_id, word(4)};
  if (word(3) && e.target_id)
    judge.require(word(3) == e.target_id, [&] {
      return record_target_id::two_regions{.target_id = e.target_id, .body = word(3)};
    });
  judge_fields(e, told);
  settle(e.device_num, e.time, told);
}

} // namespace cts
