// The times of trace records, on the clock of their device (catalogue chapter tracing).
#pragma once

#include "validator/machines/target/traced_operations.h"
#include "validator/machines/target/traced_regions.h"

namespace cts {

class TraceTimes : Machine {
public:
  TraceTimes(const Context &context, Tracing &tracing, TracedOperations &operations,
             TracedRegions &regions)
      : Machine(context), tracing_(tracing), operations_(operations), regions_(regions) {}

  void on(const Here &here, const event::device_record &e);
  void on(const Here &here, const event::device_data_op_record &e);
  void on(const Here &here, const event::device_kernel_record &e);
  void at_end();

private:
  // An event on a device, between two moments of the host; `done` is 0 if its end is unknown.
  struct Span {
    u64 began, done, given;
    u64 time, end_time;
    EventRef at;
  };
  void judge_order(i32 device, std::vector<Span> spans, u64 slack);
  void judge_times(i32 device, u64 time, u64 end_time);
  template <class E> void keep(const E &e);

  Tracing &tracing_;
  TracedOperations &operations_;
  TracedRegions &regions_;
};

} // namespace cts
