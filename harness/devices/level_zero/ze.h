// The part of Level Zero's C interface that an OpenMP device library calls, in our own declarations
// (the interface is documented at https://oneapi-src.github.io/level-zero-spec/). Structures that
// the caller fills in are declared as far as they are read.
#pragma once

#include <cstddef>
#include <cstdint>

using Result = std::uint32_t;
inline constexpr Result success = 0, not_ready = 1, out_of_memory = 0x70000003,
                        unsupported = 0x78000003, no_such_global = 0x78000010,
                        no_such_kernel = 0x78000011, no_such_function = 0x78000012,
                        invalid_argument = 0x78000004, null_pointer = 0x78000007;

// The beginning of every structure.
struct Header {
  std::uint32_t type;
  Header *next;
};
inline constexpr std::uint32_t type_device_properties_1_2 = 0x00020006;
inline constexpr std::uint32_t type_device_ip_version = 0x0001000f;
inline constexpr std::uint32_t type_module_program = 0x00020002;

struct DriverProperties : Header {
  std::uint8_t uuid[16];
  std::uint32_t version;
};
struct Flags : Header { // ze_driver_ipc_properties_t, ze_module_properties_t
  std::uint32_t flags;
};
struct DeviceProperties : Header {
  std::uint32_t kind, vendor, id, flags, subdevice, clock_rate;
  std::uint64_t most_bytes;
  std::uint32_t contexts, priorities, threads_per_unit, simd_width, units_per_subslice,
      subslices_per_slice, slices;
  std::uint64_t timer_resolution;
  std::uint32_t timestamp_bits, kernel_timestamp_bits;
  std::uint8_t uuid[16];
  char name[256];
};
struct DeviceIpVersion : Header {
  std::uint32_t version;
};
struct ComputeProperties : Header {
  std::uint32_t group_size, group_x, group_y, group_z, count_x, count_y, count_z, local_memory,
      subgroup_sizes;
  std::uint32_t subgroup_size[8];
};
struct ModuleProperties : Header {
  std::uint32_t spirv, flags, fp16, fp32, fp64, arguments, printf_buffer;
  std::uint8_t native[16];
};
struct QueueGroupProperties : Header {
  std::uint32_t flags;
  std::size_t fill_pattern;
  std::uint32_t queues;
};
struct MemoryProperties : Header {
  std::uint32_t flags, clock_rate, bus_width;
  std::uint64_t bytes;
  char name[256];
};
struct AccessProperties : Header {
  std::uint32_t host, device, shared_single, shared_cross, shared_system;
};
struct CacheProperties : Header {
  std::uint32_t flags;
  std::size_t bytes;
};
struct AllocationProperties : Header {
  std::uint32_t kind;
  std::uint64_t id, page;
};
struct QueueDescription : Header { // also of an immediate command list
  std::uint32_t ordinal, index, flags, mode, priority;
};
struct ModuleDescription : Header {
  std::uint32_t format;
  std::size_t bytes;
  const std::uint8_t *module;
};
struct ModuleProgram : Header { // several modules at once
  std::uint32_t count;
  const std::size_t *bytes;
  const std::uint8_t **modules;
};
struct KernelDescription : Header {
  std::uint32_t flags;
  const char *name;
};
struct KernelProperties : Header {
  std::uint32_t arguments, group_x, group_y, group_z, subgroups, subgroup_size, most_subgroup_size,
      most_subgroups, local, private_memory, spill;
  std::uint8_t kernel[16], module[16];
};
struct GroupCount {
  std::uint32_t x, y, z;
};
struct KernelTimes {
  std::uint64_t begin, end, context_begin, context_end;
};
struct ExtensionProperties {
  char name[256];
  std::uint32_t version;
};
struct SystemMemoryProperties : Header {
  std::uint32_t kind;
  std::uint8_t on_subdevice;
  std::uint32_t subdevice, location;
  std::uint64_t bytes;
  std::int32_t bus_width, channels;
};
struct SystemMemoryState : Header {
  std::uint32_t health;
  std::uint64_t free, bytes;
};

// The driver's functions are found by their names.
#define ZE extern "C" [[gnu::visibility("default")]] Result

// Opaque handles.
struct Device {
  int number;
};
Device *device_at(int number);
int number_of(const void *device);
