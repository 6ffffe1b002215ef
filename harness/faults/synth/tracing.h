// The tracing interface of a synthetic device: buffers, their records, and entry points with the
// scenario's answers.
#pragma once

#include "faults/history.h"
#include "ompt_abi/ompt_abi.h"

#include <deque>
#include <functional>
#include <map>
#include <string>

namespace cts::synth {

using faults::Record;

class DeviceTrace {
public:
  // Executes the scenario's record; `before` gives a word as the tool has written it.
  void step(const Record &record, const std::function<u64(u64)> &before);

  // A position in the buffer, and its record.
  struct Entry {
    u64 cursor;
    const Record *script;
    ompt_abi::ompt_record_ompt_t record;
    ompt_abi::ompt_record_abstract_t abstract;
    u64 host_op_id;
  };
  const Entry *entry(u64 cursor) const;
  bool is_empty() const { return entries_.empty(); }
  const Entry *behind(const Entry *entry) const;
  // The position after the last record, and the scenario's answer for it.
  static constexpr u64 end = 0xffffff;
  ompt_abi::ompt_record_t beyond = ompt_abi::ompt_record_invalid;

  ompt_abi::ompt_callback_buffer_request_t request = nullptr;
  ompt_abi::ompt_callback_buffer_complete_t complete = nullptr;
  std::map<std::string, std::size_t> calls; // number of calls of each entry point
  u64 begin = 0;                            // the device's time when tracing began

private:
  void request_buffer(const Record &record);
  void put(const Record &record, const std::function<u64(u64)> &before);
  void complete_buffer(const Record &record);

  struct Buffer {
    ompt_abi::ompt_buffer_t *given;
    std::size_t bytes;
    u64 said; // the scenario's size
  };
  Buffer buffer_{};
  std::map<u64, Buffer> buffers_; // by their scenario's addresses
  std::deque<Entry> entries_;
};

} // namespace cts::synth
