// The simulated driver, its devices and their properties.
#include "devices/level_zero/ze.h"
#include "devices/witness.h"

#include <array>
#include <cstdio>
#include <cstring>

using namespace cts::devices;

namespace {

constexpr int most_devices = 16;
std::array<Device, most_devices> devices = [] {
  std::array<Device, most_devices> made{};
  for (int i = 0; i < most_devices; ++i)
    made[static_cast<std::size_t>(i)].number = i;
  return made;
}();
char the_driver, the_context, memory_modules[most_devices];

constexpr std::uint64_t device_bytes = std::uint64_t{8} << 30;

int count() { return behavior().devices < most_devices ? behavior().devices : most_devices; }

// The usual way to return handles: their number, then as many as the caller has room for.
template <class At> Result list(std::uint32_t *number, void **handles, std::uint32_t there, At at) {
  if (*number == 0 || !handles) {
    *number = there;
    return success;
  }
  if (*number > there)
    *number = there;
  for (std::uint32_t i = 0; i < *number; ++i)
    handles[i] = at(i);
  return success;
}

// Everything after a structure's header becomes zero.
template <class T> void clear(T *properties) {
  const Header header = *properties;
  *properties = {};
  properties->type = header.type;
  properties->next = header.next;
}

} // namespace

Device *device_at(int number) { return &devices[static_cast<std::size_t>(number)]; }
int number_of(const void *device) {
  return device ? static_cast<const Device *>(device)->number : -1;
}

ZE zeInit(std::uint32_t) { return success; }
ZE zesInit(std::uint32_t) { return success; }
ZE zeInitDrivers(std::uint32_t *number, void **drivers, void *) {
  return list(number, drivers, 1, [](std::uint32_t) { return &the_driver; });
}
ZE zeDriverGet(std::uint32_t *number, void **drivers) {
  return list(number, drivers, 1, [](std::uint32_t) { return &the_driver; });
}
ZE zeDriverGetApiVersion(void *, std::uint32_t *version) {
  *version = 1 << 16 | 9;
  return success;
}
ZE zeDriverGetProperties(void *, DriverProperties *properties) {
  clear(properties);
  properties->version = 0x01030000;
  return success;
}
ZE zeDriverGetIpcProperties(void *, Flags *properties) {
  clear(properties);
  return success;
}
ZE zeDriverGetExtensionProperties(void *, std::uint32_t *number, ExtensionProperties *) {
  *number = 0;
  return success;
}
ZE zeDriverGetExtensionFunctionAddress(void *, const char *, void **function) {
  *function = nullptr;
  return invalid_argument;
}

ZE zeDeviceGet(void *, std::uint32_t *number, void **found) {
  return list(number, found, static_cast<std::uint32_t>(count()),
              [](std::uint32_t i) { return device_at(static_cast<int>(i)); });
}
ZE zeDeviceGetRootDevice(void *, void **root) {
  *root = nullptr;
  return success;
}
ZE zeDeviceGetSubDevices(void *, std::uint32_t *number, void **) {
  *number = 0;
  return success;
}
ZE zeDeviceGetProperties(void *device, DeviceProperties *properties) {
  clear(properties);
  properties->kind = 1; // GPU
  properties->vendor = 0x8086;
  properties->id = 0x0bd5;
  properties->clock_rate = 1000;
  properties->most_bytes = device_bytes / 2;
  properties->contexts = 1;
  properties->threads_per_unit = 8;
  properties->simd_width = 16;
  properties->units_per_subslice = 8;
  properties->subslices_per_slice = 4;
  properties->slices = 1;
  // Nanoseconds, or their number in a second.
  properties->timer_resolution = properties->type == type_device_properties_1_2 ? 1'000'000'000 : 1;
  properties->timestamp_bits = properties->kernel_timestamp_bits = 64;
  properties->uuid[0] = static_cast<std::uint8_t>(1 + number_of(device));
  std::snprintf(properties->name, sizeof properties->name, "Simulated GPU of OMPT-CTS %d",
                number_of(device));
  for (Header *more = properties->next; more; more = more->next)
    if (more->type == type_device_ip_version)
      static_cast<DeviceIpVersion *>(more)->version = 0x030f0007;
  return success;
}
ZE zeDeviceGetComputeProperties(void *, ComputeProperties *properties) {
  clear(properties);
  properties->group_size = properties->group_x = properties->group_y = properties->group_z = 1024;
  properties->count_x = properties->count_y = properties->count_z = 0xffffffff;
  properties->local_memory = 64 << 10;
  properties->subgroup_sizes = 2;
  properties->subgroup_size[0] = 16;
  properties->subgroup_size[1] = 32;
  return success;
}
ZE zeDeviceGetModuleProperties(void *, ModuleProperties *properties) {
  clear(properties);
  properties->spirv = 1 << 16 | 4 << 8;
  properties->flags = 0x7; // half and double precision, 64-bit atomics
  properties->arguments = 2048;
  return success;
}
ZE zeDeviceGetCommandQueueGroupProperties(void *, std::uint32_t *number,
                                          QueueGroupProperties *properties) {
  if (*number && properties) {
    clear(properties);
    properties->flags = 0x3; // compute and copy
    properties->fill_pattern = 16;
    properties->queues = 1;
  }
  *number = 1;
  return success;
}
ZE zeDeviceGetMemoryProperties(void *, std::uint32_t *number, MemoryProperties *properties) {
  if (*number && properties) {
    clear(properties);
    properties->bytes = device_bytes;
  }
  *number = 1;
  return success;
}
ZE zeDeviceGetMemoryAccessProperties(void *, AccessProperties *properties) {
  clear(properties);
  properties->host = properties->device = properties->shared_single = 0x3;
  return success;
}
ZE zeDeviceGetCacheProperties(void *, std::uint32_t *number, CacheProperties *properties) {
  if (*number && properties)
    clear(properties);
  *number = 1;
  return success;
}
ZE zeDeviceCanAccessPeer(void *, void *, std::uint8_t *can) {
  *can = 0;
  return success;
}
ZE zeDeviceGetStatus(void *) { return success; }
ZE zeDeviceGetGlobalTimestamps(void *, std::uint64_t *host, std::uint64_t *device) {
  *host = *device = device_time();
  return success;
}
ZE zesDeviceEnumMemoryModules(void *device, std::uint32_t *number, void **modules) {
  return list(number, modules, 1,
              [&](std::uint32_t) { return &memory_modules[number_of(device)]; });
}
ZE zesMemoryGetProperties(void *, SystemMemoryProperties *properties) {
  clear(properties);
  properties->bytes = device_bytes;
  return success;
}
ZE zesMemoryGetState(void *, SystemMemoryState *state) {
  clear(state);
  state->free = state->bytes = device_bytes;
  return success;
}

ZE zeContextCreate(void *, void *, void **context) {
  *context = &the_context;
  return success;
}
ZE zeContextCreateEx(void *, void *, std::uint32_t, void **, void **context) {
  *context = &the_context;
  return success;
}
ZE zeContextDestroy(void *) { return success; }
ZE zeContextMakeMemoryResident(void *, void *, void *, std::size_t) { return success; }
