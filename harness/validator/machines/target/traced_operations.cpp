#include "validator/machines/target/traced_operations.h"

namespace cts {

namespace {

constexpr std::size_t most_ops = 100'000;

// The traced device of a transfer between two devices, or between a device and the host. Up to 5.2
// the specification does not say which end of a deletion has the device.
template <class E> i32 device_of(const E &e, Tracing &tracing) {
  const bool from = from_device(e.optype) || deletes(e.optype);
  const i32 first = from ? e.src_device_num : e.dest_device_num;
  const i32 second = from ? e.dest_device_num : e.src_device_num;
  return !tracing.device(first).ever_started && tracing.device(second).ever_started ? second
                                                                                    : first;
}

} // namespace

void TracedOperations::region(const Here &here, u32 kind, u32 endpoint, i32 device, u64 key) {
  if (endpoint == endpoint_begin) {
    regions_[key] = {device, is_deferred(kind), {}};
    targets_.add(key);
    return;
  }
  const auto at = regions_.find(key);
  if (at == regions_.end())
    return;
  if (!at->second.deferred)
    for (const u64 id : at->second.ops)
      if (const auto op = ops_.find(id); op != ops_.end()) {
        wholly_ended(op->second);
        op->second.done = here.time;
      }
  regions_.erase(at);
}

void TracedOperations::on(const Here &here, const event::target &e) {
  region(here, e.kind, e.endpoint, e.device_num, e.target_id);
}
void TracedOperations::on(const Here &here, const event::target_emi &e) {
  if (e.target.ours())
    region(here, e.kind, e.endpoint, e.device_num, identifier_word(e.target.id));
}

void TracedOperations::wholly_ended(TracedOperation &op) {
  op.within = op.device && op.epoch == tracing_.device(*op.device).epoch;
}

void TracedOperations::begin(const Here &here, u64 id, TracedOperation op) {
  if (!tracing_.any_started() || !id)
    return;
  if (ops_.size() >= most_ops) {
    std::erase_if(ops_, [](const auto &known) { return known.second.recorded; });
    all_known_ = false;
    if (ops_.size() > most_ops / 2)
      return;
  }
  op.begin = here.ref;
  op.began = here.time;
  const auto region = regions_.find(op.target);
  if (region != regions_.end())
    region->second.ops.push_back(id);
  if (!op.device) {
    ops_[id] = op;
    return;
  }
  const TracedDevice &device = tracing_.device(*op.device);
  op.epoch = tracing_.epoch(*op.device);
  op.recording = device.recording();
  op.paused = device.started && device.paused;
  op.denied = device.started && device.denied;
  op.stopped = device.ever_started && !device.started;
  const u32 type = op.kernel ? ompt_callback_target_submit_emi : ompt_callback_target_data_op_emi;
  op.promised = either_family(device.promised, type);
  op.off = !either_family(device.chosen, type);
  ops_[id] = op;
}

// The end of an operation outside any region: the operation is over unless it is asynchronous.
void TracedOperations::end(u64 id) {
  const auto op = ops_.find(id);
  if (op != ops_.end() && !regions_.contains(op->second.target) &&
      !is_asynchronous(op->second.optype))
    wholly_ended(op->second);
}

void TracedOperations::on(const Here &here, const event::target_data_op &e) {
  TracedOperation op;
  op.device = device_of(e, tracing_);
  op.optype = e.optype;
  op.bytes = e.bytes;
  op.src_device = e.src_device_num;
  op.dest_device = e.dest_device_num;
  op.dest_addr = e.dest_addr;
  op.at_begin = op.at_end = values_of(e);
  op.target = e.target_id;
  if (is_association(e.optype))
    return;
  begin(here, e.host_op_id, op);
  end(e.host_op_id);
}

void TracedOperations::on(const Here &here, const event::target_data_op_emi &e) {
  if (!e.host_op.ours() || is_association(e.optype))
    return;
  const u64 id = identifier_word(e.host_op.id);
  if (e.endpoint == endpoint_end) {
    if (const auto known = ops_.find(id); known != ops_.end()) {
      known->second.dest_addr = e.dest_addr;
      known->second.at_end = values_of(e);
      if (allocates(e.optype) && e.dest_addr) // a caller that knows the address has the memory
        known->second.given = here.time;
    }
    end(id);
    return;
  }
  TracedOperation op;
  op.device = device_of(e, tracing_);
  op.optype = e.optype;
  op.bytes = e.bytes;
  op.src_device = e.src_device_num;
  op.dest_device = e.dest_device_num;
  op.at_begin = op.at_end = values_of(e);
  op.target_known = e.target.ours();
  op.target = op.target_known ? identifier_word(e.target.id) : 0;
  begin(here, id, op);
}

void TracedOperations::submit(const Here &here, u64 id, u64 target, u32 teams, bool known) {
  TracedOperation op;
  op.target_known = known;
  op.kernel = true;
  op.teams = teams;
  op.target = target;
  if (const auto region = regions_.find(target); region != regions_.end())
    op.device = region->second.device;
  begin(here, id, op);
}

void TracedOperations::on(const Here &here, const event::target_submit &e) {
  submit(here, e.host_op_id, e.target_id, e.requested_num_teams, true);
}
void TracedOperations::on(const Here &here, const event::target_submit_emi &e) {
  if (e.host_op.ours() && e.endpoint != endpoint_end)
    submit(here, identifier_word(e.host_op.id), e.target.ours() ? identifier_word(e.target.id) : 0,
           e.requested_num_teams, e.target.ours());
}

void TracedOperations::on(const Here &, const event::device_entry_point &e) {
  const bool flushes = e.entry_point == "ompt_flush_trace()";
  if ((!flushes && e.entry_point != "ompt_stop_trace()") || e.result != 1 ||
      !tracing_.device(e.device_num).live)
    return;
  for (auto &[id, op] : ops_)
    if (op.device == e.device_num && op.within && !op.recorded)
      (flushes ? op.flushed : op.halted) = true;
}

TracedOperation *TracedOperations::find(u64 id) {
  const auto at = ops_.find(id);
  return at == ops_.end() ? nullptr : &at->second;
}

} // namespace cts
