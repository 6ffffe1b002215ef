// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "validator/machines/target_regions.h"

namespace cts {

using namespace ompt_abi;

namespace {

// Identifiers of the classic family are the runtime's; so many are remembered.
constexpr std::size_t identifiers_kept = 1u << 20;

} // namespace

void TargetRegions::judge_kind(u32 kind) {
  if (judge.broken(Rule::target_kind_in_enum,
                   in_some_version(enum_kind::target, kind, judge.profile())))
    judge.report(Rule::target_kind_in_enum, fmt::format("target kind {} is no enumerator", kind));
}

void TargetRegions::judge_optype(u32 optype) {
  if (judge.broken(Rule::data_op_optype,
                   in_some_version(enum_kind::target_data_op, optype, judge.profile())))
    judge.report(Rule::data_op_optype, fmt::format("optype {} is no enumerator", optype));
}

void TargetRegions::region_begins(const Here &here, u64 id, u32 kind, i32 device_num) {
  regions_[id] = {kind, device_num, here.ref, 0};
}

void TargetRegions::region_ends(u64 id, u32 kind, i32 device_num, const std::string &name) {
  const auto found = regions_.find(id);
  if (judge.broken(Rule::target_pair, found != regions_.end()))
    judge.report(Rule::target_pair,
                 fmt::format("a target region ends that has not begun ({})", name));
  if (found == regions_.end())
    return;
  const Region &region = found->second;
  if (judge.broken(Rule::target_pair, region.kind == kind && region.device_num == device_num))
    judge
        .report(Rule::target_pair,
                fmt::format("target region {} began as {} on device {} and ends as {} on device {}",
                            name, render(enum_kind::target, region.kind), region.device_num,
                            render(enum_kind::target, kind), device_num))
        .why("the region began here", region.begin);
  if (judge.broken(Rule::target_end_last, region.open_operations == 0))
    judge
        .report(Rule::target_end_last,
                fmt::format("target region {} ends while {} of its operations are open", name,
                            region.open_operations))
        .why("the region began here", region.begin);
  regions_.erase(found);
}

void TargetRegions::on(const Here &here, const event::target_emi &e) {
  judge_kind(e.kind);
  if (judge.broken(Rule::endpoint_in_enum,
                   e.endpoint == endpoint_begin || e.endpoint == endpoint_end))
    judge.report(Rule::endpoint_in_enum, fmt::format("target_emi has endpoint {}", e.endpoint));
  if (e.endpoint != endpoint_begin) {
    region_ends(e.target.id, e.kind, e.device_num, text_of(e.target, 'R'));
    return;
  }
  if (judge.broken(Rule::target_data_none, !e.target.null() && e.target.value == 0))
    judge.report(Rule::target_data_none,
                 e.target.null()
                     ? "target_data is NULL at the begin of a target region"
                     : fmt::format("the word of a new target region holds {:#x}", e.target.value));
  if (e.target.ours())
    region_begins(here, e.target.id, e.kind, e.device_num);
}

TargetRegions::Region *TargetRegions::region_of(const Data &d, bool &known) {
  const auto found = d.id ? regions_.find(d.id) : regions_.end();
  known = !d.id || found != regions_.end();
  return found == regions_.end() ? nullptr : &found->second;
}

// A kernel runs on a device that has been initialised, for a region that is open.
void TargetRegions::judge_submission_place(const Region *region) {
  if (judge.broken(Rule::submit_count, region != nullptr))
    judge.report(Rule::submit_count, "a kernel is submitted outside every open target region");
  if (region && judge.promised(ompt_callback_device_initialize) &&
      judge.broken(Rule::device_init_before_construct, devices_.contains(region->device_num)))
    judge
        .report(Rule::device_init_before_construct,
                fmt::format("a kernel is submitted to device {}, which was not initialised",
                            region->device_num))
        .why("the target region began here", region->begin);
}

bool TargetRegions::operation_begins(const Here &here, const New &n, Operation operation) {
  const Rule rule = operation.submission ? Rule::submit_host_op_id : Rule::data_op_pairing;
  const bool live = is_identifier_word(n.value) && operations_.contains(static_cast<u32>(n.value));
  if (judge.broken(rule, !n.null() && !live))
    judge.report(rule, live ? "an operation begins with the identifier of another that is open"
                            : "an operation begins without a place for its identifier");
  if (!n.ours())
    return false;
  operation.thread = here.ref.thread;
  operation.begin = here.ref;
  if (const auto region = regions_.find(operation.region); region != regions_.end())
    ++region->second.open_operations;
  operations_[n.id] = operation;
  return true;
}

void TargetRegions::operation_ends(const Here &here, const New &n, const Operation &operation) {
  const Rule rule = operation.submission ? Rule::submit_begin_end_order : Rule::data_op_pairing;
  const auto found = operations_.find(n.id);
  const bool same =
      found != operations_.end() && found->second.submission == operation.submission &&
      found->second.optype == operation.optype && found->second.bytes == operation.bytes &&
      found->second.region == operation.region && found->second.teams == operation.teams &&
      found->second.thread == here.ref.thread;
  if (judge.broken(rule, same)) {
    auto &finding = judge.report(rule, found == operations_.end()
                                           ? "an operation ends that has not begun"
                                           : "an operation ends otherwise than it began");
    if (found != operations_.end())
      finding.why("the operation began here", found->second.begin);
  }
  if (found == operations_.end())
    return;
  if (const auto region = regions_.find(found->second.region);
      region != regions_.end() && region->second.open_operations)
    --region->second.open_operations;
  operations_.erase(found);
}

void TargetRegions::on(const Here &here, const event::target_data_op_emi &e) {
  judge_optype(e.optype);
  constexpr u32 both = ompt_scope_beginend;
  if (judge.broken(Rule::endpoint_in_enum, e.endpoint >= endpoint_begin && e.endpoint <= both))
    judge.report(Rule::endpoint_in_enum,
                 fmt::format("target_data_op_emi has endpoint {}", e.endpoint));
  bool known = true;
  region_of(e.target, known);
  // Operations of routines and of a device's start belong to no region.
  if (judge.promised(ompt_callback_target_emi) && judge.broken(Rule::data_op_inside_target, known))
    judge.report(Rule::data_op_inside_target,
                 fmt::format("a data operation names {}, which is no open target region",
                             text_of(e.target, 'R')));
  const Operation operation{false, e.optype, e.bytes, e.target.id, 0, 0, {}};
  if (e.endpoint == endpoint_begin)
    operation_begins(here, e.host_op, operation);
  else if (e.endpoint == endpoint_end)
    operation_ends(here, e.host_op, operation);
}

void TargetRegions::on(const Here &here, const event::target_submit_emi &e) {
  if (judge.broken(Rule::endpoint_in_enum,
                   e.endpoint == endpoint_begin || e.endpoint == endpoint_end))
    judge.report(Rule::endpoint_in_enum,
                 fmt::format("target_submit_emi has endpoint {}", e.endpoint));
  const Operation operation{true, 0, 0, e.target.id, e.requested_num_teams, 0, {}};
  if (e.endpoint == endpoint_begin) {
    bool known = true;
    const Region *region = region_of(e.target, known);
    // A kernel that the runtime starts for itself (global constructors) has no region.
    if (judge.promised(ompt_callback_target_emi) && (region || !known))
      judge_submission_place(region);
    operation_begins(here, e.host_op, operation);
  } else {
    operation_ends(here, e.host_op, operation);
  }
}

void TargetRegions::on(const Here &here, const event::target &e) {
  judge_kind(e.kind);
  if (e.endpoint != endpoint_begin) {
    region_ends(e.target_id, e.kind, e.device_num, fmt::to_string(e.target_id));
    return;
  }
  const bool unique = e.target_id != 0 && !target_ids_.contains(e.target_id);
  if (judge.broken(Rule::target_id_unique, unique))
    judge.report(Rule::target_id_unique,
                 fmt::format("target_id {} is 0 or was used before", e.target_id));
  if (target_ids_.size() < identifiers_kept)
    target_ids_.insert(e.target_id);
  region_begins(here, e.target_id, e.kind, e.device_num);
}

void TargetRegions::on(const Here &, const event::target_data_op &e) {
  judge_optype(e.optype);
  if (judge.broken(Rule::data_op_inside_target, e.target_id == 0 || regions_.contains(e.target_id)))
    judge.report(
        Rule::data_op_inside_target,
        fmt::format("a data operation names target_id {}, which is not open", e.target_id));
}

void TargetRegions::on(const Here &, const event::target_submit &e) {
  const auto region = regions_.find(e.target_id);
  if (judge.promised(ompt_callback_target))
    judge_submission_place(region == regions_.end() ? nullptr : &region->second);
  const bool unique = e.host_op_id != 0 && !operation_ids_.contains(e.host_op_id);
  if (judge.broken(Rule::submit_host_op_id, unique))
    judge.report(Rule::submit_host_op_id,
                 fmt::format("host_op_id {} is 0 or was used before", e.host_op_id));
  if (operation_ids_.size() < identifiers_kept)
    operation_ids_.insert(e.host_op_id);
}

void TargetRegions::on(const Here &here, const event::device_initialize &e) {
  const auto [known, fresh] = devices_.try_emplace(e.device_num, here.ref);
  if (judge.broken(Rule::device_init_once, fresh))
    judge
        .report(Rule::device_init_once, fmt::format("device {} is initialised twice", e.device_num))
        .why("it had been initialised here", known->second);
  if (judge.broken(Rule::device_init_type_string, !e.type.empty()))
    judge.report(Rule::device_init_type_string, "a device is initialised without a type");
}

void TargetRegions::on(const Here &, const event::device_finalize &e) {
  if (judge.broken(Rule::device_finalize_after_init, devices_.erase(e.device_num) == 1))
    judge.report(Rule::device_finalize_after_init,
                 fmt::format("device {} is finalised, but was not initialised", e.device_num));
}

} // namespace cts
