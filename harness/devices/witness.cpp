#include "devices/witness.h"

#include "system/checking.h"

#include <chrono>
#include <cstdlib>
#include <cstring>

namespace cts::devices {
namespace {

using Sink = void (*)(int device, const char *what, const void *to, const void *from,
                      std::size_t bytes, const char *name);

const char *variable(const char *name, const char *otherwise) {
  const char *value = std::getenv(name);
  return value ? value : otherwise;
}

} // namespace

void witness(const Call &call) {
  // The checker may be loaded after the driver.
  static Sink sink = nullptr;
  if (!sink)
    sink = reinterpret_cast<Sink>(symbol_in(nullptr, "ompt_cts_driver_call"));
  if (sink)
    sink(call.device, call.what, call.to, call.from, call.bytes, call.name);
}

void witness_copy(int device, const void *to, const void *from, std::size_t bytes) {
  if (!behavior().is("lose-copy"))
    witness({device, "copy", to, from, behavior().is("short-copy") ? bytes / 2 : bytes});
}

void witness_launch(int device, const char *kernel) {
  const int times = behavior().is("silent-launch") ? 0 : behavior().is("extra-launch") ? 2 : 1;
  for (int i = 0; i < times; ++i)
    witness({device, "launch", nullptr, nullptr, 0, kernel});
}

bool Behavior::is(const char *name) const { return std::strcmp(fault, name) == 0; }

const Behavior &behavior() {
  static const Behavior given{
      std::atoi(variable("OMPT_CTS_SIMULATED_DEVICES", "1")),
      static_cast<unsigned>(std::atoi(variable("OMPT_CTS_SIMULATED_DELAY", "0"))),
      std::strcmp(variable("OMPT_CTS_SIMULATED_MODE", "async"), "sync") != 0,
      variable("OMPT_CTS_SIMULATED_FAULT", "")};
  return given;
}

std::uint64_t now() {
  const auto time = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::nanoseconds(time).count());
}

std::uint64_t device_time() {
  const Behavior &how = behavior();
  const bool backward = how.is("backward-clock") || (how.is("backward-later") && how.asynchronous);
  constexpr std::uint64_t late = std::uint64_t{1} << 62;
  return backward ? late - now() : now();
}

} // namespace cts::devices
