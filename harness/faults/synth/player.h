// The state of a scenario being played: the tool's registrations and the answers of entry points.
#pragma once

#include "faults/history.h"
#include "faults/synth/threads.h"
#include "faults/synth/tracing.h"
#include "ompt_abi/ompt_abi.h"

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <vector>

namespace cts::synth {

using faults::Record;
using faults::Value;

// The answers of the entry points on one thread.
struct Answers {
  const Record *thread = nullptr;      // probe_thread
  std::map<u64, const Record *> tasks; // probe_task by level
  std::map<u64, const Record *> parallels;
  const Record *places = nullptr, *target = nullptr;
};

class Player {
public:
  static Player &instance();

  // Plays all records; the tool has been started.
  void play(const faults::History &history);
  // False if the tool's initializer declines: such a tool gets neither records nor a finalizer.
  bool start(ompt_abi::ompt_start_tool_result_t *tool, const faults::History &history);
  void finalize();

  // For the entry points.
  u64 word_for(const Value &value);
  // The content of the word, with the tool's identifiers instead of the scenario's.
  u64 before(u64 value) const;
  // The answers on the calling thread, in a signal handler as well.
  Answers &answers() { return here ? *here : answers_[current_]; }
  const std::vector<const Record *> &scripted(u8 code) const;
  // Whether the scenario, by an event of this code whose `field` is 0, removes the entry point from
  // the runtime.
  bool withholds(u8 code, std::string_view entry_point, const char *field) const;
  DeviceTrace &device(u64 number) { return devices_[number]; }
  std::map<u64, DeviceTrace> &devices() { return devices_; }
  ompt_abi::ompt_callback_t callbacks[64] = {};
  // Makes the file that SYNTH_OMP_END names: the program ends as the scenario wants.
  static void note_end() {
    const char *end = std::getenv("SYNTH_OMP_END");
    if (std::FILE *file = end ? std::fopen(end, "w") : nullptr)
      std::fclose(file);
  }
  bool exits = false; // the next call for the state ends the program

private:
  std::vector<u32> read_from(const faults::History &history, u32 completion);
  void step(const Record &record);
  void dispatch(const Record &record);
  void note(const Record &record);
  void many_threads(const std::vector<u64> &values);
  static void hold(bool in_program, u64 samples);
  std::vector<u64> arguments(const Record &record);
  u64 storage_for(const Record &record, const Value &value, std::vector<u64> &words);

  ompt_abi::ompt_start_tool_result_t *tool_ = nullptr;
  bool finalized_ = false;
  u32 current_ = 1; // thread of the current step
  static inline thread_local Answers *here = nullptr;
  std::map<u32, ompt_abi::ompt_data_t> words_;
  std::map<u32, Answers> answers_;
  std::map<u64, DeviceTrace> devices_;
  std::map<u8, std::vector<const Record *>> scripted_;
  std::deque<ompt_abi::ompt_frame_t> frames_;
  std::deque<std::vector<u64>> arrays_;
  Threads threads_;
};

// The lookup functions that the tool gets.
ompt_abi::ompt_interface_fn_t lookup(const char *name);
ompt_abi::ompt_interface_fn_t device_lookup(const char *name);

} // namespace cts::synth
