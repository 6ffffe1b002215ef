// The checker tool's options from the environment.
#pragma once

#include "checker_tool/perturbation.h"
#include "ompt_abi/tables.h"
#include "trace/text_buffer.h"

#include <bitset>

namespace cts {

enum class Probes : u8 { none, sampled, light, full };

using Callbacks = std::bitset<ompt_abi::last_callback + 1>; // by code

struct Options {
  Text trace;                    // OMPT_CTS_TRACE: directory to record into, made absolute
  Probes probes = Probes::light; // OMPT_CTS_PROBES: as they are called
  bool emi = true;               // OMPT_CTS_TARGET: emi or classic, the family of target callbacks
  u32 sample = 0;                // OMPT_CTS_SAMPLE: samples a second of each thread; 0: none
  bool stacks = false;           // OMPT_CTS_STACKS: none or all; copies of stacks, to be unwound
  // OMPT_CTS_PERTURB: SEED, or SEED,priorities or SEED,turns; the seed 0 alone: none.
  u64 perturb = 0;
  Order order = Order::free;
  u64 limit = 0;       // OMPT_CTS_MAX_TRACE: bytes of a trace, with K, M, G; 0: no limit
  bool waits = false;  // OMPT_CTS_LIVE: somebody judges, and makes room at the limit
  Callbacks callbacks; // OMPT_CTS_CALLBACKS: all; or "name,name"; or "-name,-name"
  Callbacks traced;    // OMPT_CTS_TRACED: the same, for devices' trace records; or none
  // OMPT_CTS_TRACE_BUFFERS: BYTES or BYTES*COUNT, the buffers that devices get for trace records;
  // 0: none at all.
  u64 buffer_bytes = 64 * 1024;
  u64 buffers = ~u64{0};
};

// The options that the trace records if they are set, unchanged: a judge must know what was left
// out (verdict/asked.py).
inline constexpr std::string_view asked_of_the_checker[] = {
    "OMPT_CTS_PROBES",  "OMPT_CTS_TARGET",        "OMPT_CTS_SAMPLE",    "OMPT_CTS_STACKS",
    "OMPT_CTS_PERTURB", "OMPT_CTS_LIVE",          "OMPT_CTS_MAX_TRACE", "OMPT_CTS_CALLBACKS",
    "OMPT_CTS_TRACED",  "OMPT_CTS_TRACE_BUFFERS", "OMPT_CTS_CHECKSUM"};

// The value of an environment variable; empty if there is none. Not thread safe. Does not use
// getenv, which the program may define itself.
std::string_view variable(std::string_view name);

// Whether a variable's name contains this text, whatever its value. Not thread safe.
bool names_a_variable(std::string_view text);

// Reads the OMPT_CTS_* variables. For a bad one, returns false and sets `error` to one line with
// the mistake and its correction. Not thread safe.
bool read_options(Options &options, Text &error);

} // namespace cts
