// The requests to a simulated device's driver, as the driver saw them: an independent witness of
// the OpenMP runtime's reports. The requests go into the checker's trace (event driver_call), in
// order with the callbacks; without a checker they are lost.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cts::devices {

// device: the driver's number of it, from 0. to, from, bytes: the memory that is copied, filled,
// allocated (to) or freed (from). name: a kernel's. A witness with a clock of its own reads it
// after a request: bytes are its nanoseconds then. Thread safe.
struct Call {
  int device = 0;
  const char *what; // allocate, free, copy, fill, launch, complete (of a launch), module, clock
  const void *to = nullptr;
  const void *from = nullptr;
  std::size_t bytes = 0;
  const char *name = "";
};
void witness(const Call &call);

// The same for a copy and a kernel's start, where the driver may lie (below).
void witness_copy(int device, const void *to, const void *from, std::size_t bytes);
void witness_launch(int device, const char *kernel);

// How the simulation behaves, from the environment:
//   OMPT_CTS_SIMULATED_DEVICES=N       number of devices (1)
//   OMPT_CTS_SIMULATED_DELAY=MICRO     the delay of every command (0)
//   OMPT_CTS_SIMULATED_MODE=sync       commands run at the request (async)
//   OMPT_CTS_SIMULATED_FAULT=NAME      the driver lies or fails: lose-copy (does not report that it
//                                      copies), short-copy (reports half of a copy),
//                                      extra-launch, silent-launch (not reported), no-memory,
//                                      backward-clock (the device's time runs backward),
//                                      backward-later (the same, if commands are not synchronous)
struct Behavior {
  int devices = 1;
  unsigned delay = 0; // microseconds
  bool asynchronous = true;
  const char *fault = "";

  bool is(const char *name) const;
};
const Behavior &behavior();

// Nanoseconds of the host's monotonic clock.
std::uint64_t now();
// The device's time: the same, unless the driver lies.
std::uint64_t device_time();

} // namespace cts::devices
