// The tracing interface of a synthetic device: buffers, the records in them, and entry points that
// answer as the scenario says.
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
  // Does what the scenario's record says; `before` gives a word as the tool has written it.
  void step(const Record &record, const std::function<u64(u64)> &before);

  // A position in the buffer, and what is there.
  struct Entry {
    u64 cursor;
    const Record *script;
    ompt_abi::ompt_record_ompt_t record;
    ompt_abi::ompt_record_abstract_t abstract;
    u64 host_op_id;
  };
  const Entry *entry(u64 cursor) const;
  const Entry *behind(const Entry *entry) const;
  // The position after the last one, and what the scenario says of it.
  static constexpr u64 end = 0xffffff;
  ompt_abi::ompt_record_t beyond = ompt_abi::ompt_record_invalid;

  ompt_abi::ompt_callback_buffer_request_t request = nullptr;
  ompt_abi::ompt_callback_buffer_complete_t complete = nullptr;
  std::map<std::string, std::size_t> calls; // how often each entry point was called
  u64 begin = 0;                            // the device's time when tracing began

private:
  void request_buffer(int number);
  void put(const Record &record, const std::function<u64(u64)> &before);
  void complete_buffer(const Record &record);

  ompt_abi::ompt_buffer_t *buffer_ = nullptr;
  std::size_t bytes_ = 0;
  std::deque<Entry> entries_;
};

} // namespace cts::synth
