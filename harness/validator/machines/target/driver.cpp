#include "validator/machines/target/driver.h"

#include "rules/data_ops.h"
#include "rules/target.h"

#include <algorithm>

namespace cts {

namespace {

constexpr std::size_t most_blocks = 100'000;

// The names that compilers give kernels of target regions; the device library has other kernels.
bool of_target_region(std::string_view kernel) { return kernel.starts_with("__omp_offloading_"); }

} // namespace

const Driver::Block *Driver::holding(const Blocks &blocks, u64 address, u64 bytes) {
  auto at = blocks.upper_bound(address);
  if (at == blocks.begin())
    return nullptr;
  --at;
  return address + bytes <= at->first + at->second.bytes ? &at->second : nullptr;
}

bool Driver::submits_told() const {
  return judge.promised(ompt_callback_target_submit) ||
         judge.promised(ompt_callback_target_submit_emi);
}

void Driver::on(const Here &here, const event::driver_call &e) {
  present_ = true;
  if (e.what == "allocate" && given_.size() < most_blocks)
    given_[e.to] = {e.bytes, here.ref};
  else if (e.what == "free")
    given_.erase(e.from);
  else if (e.what == "copy")
    copied(e);
  else if (e.what == "launch" && of_target_region(e.name))
    launched(e);
  if (e.what == "clock")
    read_clock(here, e.bytes);
  else
    told_[here.thread.number] = here.time;
}

// The witness reads its clock after each report of a request. The time between two readings equals
// the time between the stamps of the records around them: otherwise one of the two clocks is wrong,
// and the trace does not show which.
void Driver::read_clock(const Here &here, u64 clock) {
  const Reading now{clock, told_[here.thread.number], here.time};
  if (!first_)
    first_ = now;
  else
    compare(*first_, now);
  if (last_)
    compare(*last_, now);
  last_ = now;
}

void Driver::compare(const Reading &earlier, const Reading &now) {
  constexpr double lost = 1e6, drift = 0.01; // 1 ms: a clock may be set; one that is off by 1 %
  if (now.before < earlier.after || !clocks_differ_.empty())
    return;
  const double least = static_cast<double>(now.before - earlier.after) * tick_;
  const double most = static_cast<double>(now.after - earlier.before) * tick_;
  const double passed = static_cast<double>(now.clock) - static_cast<double>(earlier.clock);
  if (passed < least * (1 - drift) - lost || passed > most * (1 + drift) + lost)
    clocks_differ_ =
        fmt::format("the clock of the driver's witness passed {:.3f} ms between two of "
                    "its requests, and the record's clock {:.3f} ms: one of them is "
                    "wrong, and no order in time can be judged",
                    passed / 1e6, most / 1e6);
}

void Driver::launched(const event::driver_call &e) {
  if (!submits_told())
    return;
  ++launches_;
  judge.require(rule::submit_count, launches_ <= submits_, [&] {
    auto message =
        submit_count::another_count{.kernel = e.name, .launches = launches_, .submits = submits_}
            .said();
    if (last_submit_.valid())
      message.why("the last one was here", last_submit_);
    return message;
  });
}

void Driver::submitted(const Here &here) {
  ++submits_;
  last_submit_ = here.ref;
}
void Driver::on(const Here &here, const event::target_submit &) { submitted(here); }
void Driver::on(const Here &here, const event::target_submit_emi &e) {
  if (e.endpoint != endpoint_end)
    submitted(here);
}

// A copy that begins or ends in memory that the runtime reported is a transfer that the runtime
// must have reported. The runtime may copy in pieces, and through other memory on the host.
void Driver::copied(const event::driver_call &e) {
  for (Transfer &transfer : transfers_) {
    const auto lies_there = [&](u64 address) {
      return address >= transfer.address && address < transfer.address + transfer.bytes;
    };
    if (!transfer.left || (!lies_there(e.to) && !lies_there(e.from)))
      continue;
    const u64 address = lies_there(e.to) ? e.to : e.from;
    transfer.left -= std::min(transfer.left, e.bytes);
    judge.require(address + e.bytes <= transfer.address + transfer.bytes, [&] {
      return data_op_bytes::another_size{
          .bytes = e.bytes, .address = address, .reported = transfer.bytes}
          .why("it was reported here", transfer.begin);
    });
    return;
  }
  for (const u64 address : {e.to, e.from})
    if (const Block *told = holding(reported_, address, 1)) {
      judge.violated([&] {
        return data_op_pairing::no_transfer{.bytes = e.bytes, .address = address}.why(
            "the memory was reported here", told->at);
      });
      return;
    }
}

void Driver::allocated(const Here &here, u64 address, u64 bytes) {
  if (!address || !present_)
    return;
  if (reported_.size() < most_blocks)
    reported_[address] = {bytes, here.ref};
  judge.require(holding(given_, address, bytes) != nullptr,
                [&] { return data_op_dest_known::no_memory{.bytes = bytes, .address = address}; });
}

void Driver::operation(const Here &here, u32 optype, u64 from, u64 to, u64 bytes, u64 target) {
  if (deletes(optype)) {
    reported_.erase(from);
    reported_.erase(to);
  } else if (present_ && bytes && copies(optype)) {
    const bool there = to_device(optype) || (transfers(optype) && holding(reported_, to, 1));
    transfers_.push_back({there ? to : from, bytes, bytes, target, here.ref});
  }
}

void Driver::on(const Here &here, const event::target_data_op &e) {
  // At this event the runtime has already asked the driver.
  if (allocates(e.optype))
    allocated(here, e.dest_addr, e.bytes);
  else if (deletes(e.optype))
    operation(here, e.optype, e.src_addr, e.dest_addr, e.bytes, e.target_id);
}

void Driver::on(const Here &here, const event::target_data_op_emi &e) {
  if (allocates(e.optype)) {
    if (e.endpoint != endpoint_begin)
      allocated(here, e.dest_addr, e.bytes);
  } else if (e.endpoint != endpoint_end) {
    operation(here, e.optype, e.src_addr, e.dest_addr, e.bytes, e.target.id);
  }
}

void Driver::judge_transfer(const Transfer &transfer) {
  judge.require(transfer.left == 0, [&] {
    return data_op_bytes::not_copied{
        .bytes = transfer.bytes, .address = transfer.address, .left = transfer.left}
        .at(transfer.begin);
  });
}

void Driver::region_ends(u32 kind, u64 target) {
  if (is_deferred(kind)) // its operations may come later
    return;
  std::erase_if(transfers_, [&](const Transfer &transfer) {
    if (transfer.target != target)
      return false;
    judge_transfer(transfer);
    return true;
  });
}

void Driver::on(const Here &, const event::target_emi &e) {
  if (e.endpoint == endpoint_end && e.target.ours())
    region_ends(e.kind, e.target.id);
}

void Driver::on(const Here &, const event::tool_finalize &) {
  if (!present_)
    return;
  for (const Transfer &transfer : transfers_)
    judge_transfer(transfer);
  transfers_.clear();
  if (submits_told())
    judge.require(launches_ == submits_, [&] {
      return submit_count::another_total{.submits = submits_, .launches = launches_}.why(
          "the last one was here", last_submit_);
    });
}

} // namespace cts
