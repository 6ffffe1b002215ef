// Compares the runtime's reports of a simulated device with the requests to the device's driver
// (harness/devices). The driver is an independent witness: the runtime does not control it.
#pragma once

#include "validator/machines/machine.h"

#include <optional>

namespace cts {

class Driver : Machine {
public:
  explicit Driver(const Context &context)
      : Machine(context), tick_(1e9 / static_cast<double>(context.trace.clock().frequency)) {}

  void on(const Here &here, const event::driver_call &e);
  void on(const Here &here, const event::target_emi &e);
  void on(const Here &here, const event::target_data_op &e);
  void on(const Here &here, const event::target_data_op_emi &e);
  void on(const Here &here, const event::target_submit &e);
  void on(const Here &here, const event::target_submit_emi &e);
  void on(const Here &here, const event::tool_finalize &e);
  std::string problem() const { return clocks_differ_; }

private:
  // A reported transfer that the driver has not yet been asked for in full.
  struct Transfer {
    u64 address = 0; // on the device
    u64 bytes = 0, left = 0;
    u64 target = 0;
    EventRef begin;
  };
  struct Block {
    u64 bytes = 0;
    EventRef at;
  };
  using Blocks = std::map<u64, Block>; // by address
  static const Block *holding(const Blocks &blocks, u64 address, u64 bytes);
  // The witness's own clock, in nanoseconds, was read between these stamps of one thread.
  struct Reading {
    u64 clock = 0, before = 0, after = 0;
  };
  void read_clock(const Here &here, u64 clock);
  void compare(const Reading &earlier, const Reading &now);
  void copied(const event::driver_call &e);
  void launched(const event::driver_call &e);
  void submitted(const Here &here);
  void operation(const Here &here, u32 optype, u64 from, u64 to, u64 bytes, u64 target);
  void allocated(const Here &here, u64 address, u64 bytes);
  void region_ends(u32 kind, u64 target);
  void judge_transfer(const Transfer &transfer);

  double tick_;          // nanoseconds
  bool present_ = false; // a driver that reports its calls
  bool submits_told() const;
  u64 launches_ = 0, submits_ = 0;
  EventRef last_submit_;
  std::vector<Transfer> transfers_; // few at a time
  Blocks given_;                    // by the driver
  Blocks reported_;                 // allocations that the runtime has reported
  std::map<u32, u64> told_;         // by thread: the stamp of its last request
  std::optional<Reading> first_, last_;
  std::string clocks_differ_;
};

} // namespace cts
