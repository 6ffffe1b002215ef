// The requests to a simulated device's driver, as the driver saw them: an independent witness of
// what the OpenMP runtime reports. It goes into the checker's trace (event driver_call), where it
// stands in order with the callbacks; without a checker it goes nowhere.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cts::devices {

// device: the driver's number of it, from 0. to, from, bytes: what is copied, filled, allocated
// (to) or freed (from). name: a kernel's. Thread safe.
struct Call {
  int device = 0;
  const char *what; // allocate, free, copy, fill, launch, complete (of a launch), module
  const void *to = nullptr;
  const void *from = nullptr;
  std::size_t bytes = 0;
  const char *name = "";
};
void witness(const Call &call);

// The same of a copy and of a kernel's start, where the driver may lie (below).
void witness_copy(int device, const void *to, const void *from, std::size_t bytes);
void witness_launch(int device, const char *kernel);

// How the simulation behaves, from the environment:
//   OMPT_CTS_SIMULATED_DEVICES=N       so many devices (1)
//   OMPT_CTS_SIMULATED_DELAY=MICRO     every command takes so long before it is done (0)
//   OMPT_CTS_SIMULATED_MODE=sync       commands are done when they are asked for (async)
//   OMPT_CTS_SIMULATED_FAULT=NAME      the driver lies or fails: lose-copy (does not say that it
//                                      copies), short-copy (says that it copies half),
//                                      extra-launch, silent-launch (does not say), no-memory,
//                                      backward-clock (the device's time runs backward),
//                                      backward-later (so where commands are not done at once)
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
// The device's time: the same, unless the driver does not tell the truth.
std::uint64_t device_time();

} // namespace cts::devices
