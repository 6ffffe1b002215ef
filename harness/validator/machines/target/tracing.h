// Device tracing (catalogue chapter tracing): the answers of the entry points, and whether a device
// is being traced. trace_buffers.h judges the buffers, trace_records.h the records.
#pragma once

#include "validator/machines/machine.h"

#include <bitset>
#include <optional>
#include <set>

namespace cts {

// A device whose tracing interface was looked up.
struct TracedDevice {
  EventRef initialized, finalized;
  bool live = false;

  // The current settings. The epoch changes whenever a setting may change: an operation within one
  // epoch keeps the settings of its begin.
  u64 epoch = 0;
  bool started = false, paused = false;
  bool ever_started = false;
  EventRef last_start, last_pause, last_stop;
  // The tool gave no buffer: this takes effect when the thread of that request continues.
  bool denied = false;
  EventRef denial;
  bool may_drop = false; // records, for want of a buffer, or of one that is large enough

  // By event, as in ompt_callbacks_t.
  std::bitset<64> enabled;  // at any time
  std::bitset<64> chosen;   // now
  std::bitset<64> promised; // with the answer always, and not disabled since
  bool native = false;      // native records may come

  std::optional<i64> most_buffers;
  std::optional<u64> recommended_bytes;
  EventRef limits;

  // The device's clock.
  std::optional<u64> first_time, last_time;
  u32 last_time_thread = 0;

  // Names that were looked up and are known.
  std::map<std::string, bool, std::less<>> entry_points;

  bool recording() const { return started && !paused && !denied; }
};

// Whether the event is in the set, in either of its two families of callbacks.
bool either_family(const std::bitset<64> &events, u32 type);

// Whether two return addresses, if known, belong to the same call. The specification does not say
// which instruction of the call they name.
inline bool same_call(u64 a, u64 b) {
  constexpr u64 about_a_call = 16;
  return !a || !b || (a > b ? a - b : b - a) <= about_a_call;
}

// The rule that a missing record breaks, and the request that should have delivered it: a flush or
// a stop after its event, or the device's end.
struct Loss {
  Rule rule;
  std::string_view in_spite_of;
};
Loss loss(bool flushed, bool halted);

class Tracing : Machine {
public:
  explicit Tracing(const Context &context) : Machine(context) {}

  void callback(const Here &here) {
    if (!steering_.empty() || !denials_.empty()) [[unlikely]]
      goes_on(here);
  }
  void on(const Here &here, const event::device_initialize &e);
  void on(const Here &here, const event::device_entry_point &e);
  void on(const Here &here, const event::device_finalize &e);
  void on(const Here &here, const event::buffer_request &e);
  void on(const Here &here, const event::control_tool &e);

  TracedDevice &device(i32 number) { return devices_[number]; }
  std::map<i32, TracedDevice> &devices() { return devices_; }
  bool any_started() const { return any_started_; }
  // The device's current epoch, for operations that begin now. While a thread asks the device for
  // another setting the epoch is unique: the change may have happened already, and its answer comes
  // late. If the runtime does not report control_tool, any thread may be asking at any time.
  u64 epoch(i32 number) {
    const bool steered =
        !steering_.empty() || !judge.promised(ompt_abi::ompt_callback_control_tool);
    return steered ? no_epoch : devices_[number].epoch;
  }

private:
  struct Pause {
    bool begins = false;
    i64 result = 0;
    EventRef at;
  };
  struct Translation {
    i64 host;
    u64 before, after;
    EventRef at;
  };
  void goes_on(const Here &here);
  void looked_up(TracedDevice &device, const event::device_entry_point &e);
  void judge_names(i32 number, const TracedDevice &device);
  void chosen(TracedDevice &device, const event::device_entry_point &e);
  void paused(const Here &here, TracedDevice &device, const event::device_entry_point &e);
  void limited(const Here &here, TracedDevice &device, const event::device_entry_point &e);
  void timed(const Here &here, TracedDevice &device, const event::device_entry_point &e);
  void translated(const Here &here, const event::device_entry_point &e);
  void one_or_zero(Rule rule, const event::device_entry_point &e);

  std::map<i32, TracedDevice> devices_;
  std::map<i32, Pause> pauses_;             // the last one of each device
  std::map<i32, Translation> translations_; // the first one
  std::map<u32, i32> denials_;              // by thread: not in force yet
  std::set<u32> steering_;                  // threads that are in a control_tool callback
  static constexpr u64 no_epoch = ~u64{0};
  bool any_started_ = false;
};

} // namespace cts
