// The simulated CUDA driver, its devices and their properties.
#include "devices/cuda/cu.h"
#include "devices/witness.h"

#include <array>
#include <cstdio>
#include <cstring>

using namespace cts::devices;

namespace {

constexpr int most_devices = 16;
constexpr std::size_t device_bytes = std::size_t{8} << 30;
// A context is its device's number plus one: null is none.
thread_local int current = 0;

int count() { return behavior().devices < most_devices ? behavior().devices : most_devices; }
bool is_device(int device) { return device >= 0 && device < count(); }
void *context_of(int device) { return reinterpret_cast<void *>(std::intptr_t{device} + 1); }

struct Attribute {
  int number, value;
};
// CUdevice_attribute; of the generation for which the programs are compiled (sm_60).
constexpr std::array attributes{
    Attribute{1, 1024},                         // threads of a block
    Attribute{2, 1024},                         // of a block's first dimension
    Attribute{3, 1024},                         // its second
    Attribute{4, 64},                           // its third
    Attribute{5, 0x7fffff},                     // blocks of a grid's first dimension
    Attribute{6, 65535},                        // its second
    Attribute{7, 65535},                        // its third
    Attribute{8, 48 << 10},                     // shared memory of a block
    Attribute{10, 32},                          // threads of a warp
    Attribute{13, 1'000'000}, Attribute{16, 4}, // multiprocessors
    Attribute{39, 2048},                        // threads of one
    Attribute{41, 1},                           // unified addressing
    Attribute{75, 6},                           // compute capability
    Attribute{76, 0},
};

} // namespace

int current_device() { return current; }

CU cuInit(unsigned) { return count() > 0 ? success : no_device; }
CU cuDriverGetVersion(int *version) {
  *version = 12040;
  return success;
}
CU cuGetErrorString(Result error, const char **text) {
  *text = error == out_of_memory ? "out of memory" : "error of the simulated CUDA driver";
  return success;
}
CU cuDeviceGetCount(int *number) {
  *number = count();
  return success;
}
CU cuDeviceGet(int *device, int number) {
  *device = number;
  return is_device(number) ? success : invalid_device;
}
CU cuDeviceGetName(char *name, int bytes, int device) {
  std::snprintf(name, static_cast<std::size_t>(bytes), "Simulated GPU of OMPT-CTS %d", device);
  return success;
}
CU cuDeviceGetUuid(char *uuid, int device) {
  std::memset(uuid, 0, 16);
  uuid[0] = static_cast<char>(1 + device);
  return success;
}
CU cuDeviceGetAttribute(int *value, int attribute, int) {
  *value = 0; // the device lacks it
  for (const Attribute &known : attributes)
    if (known.number == attribute)
      *value = known.value;
  return success;
}
CU cuDeviceTotalMem_v2(std::size_t *bytes, int) {
  *bytes = device_bytes;
  return success;
}
CU_PLAIN_NAME(cuDeviceTotalMem)
CU cuMemGetInfo_v2(std::size_t *free, std::size_t *total) {
  *free = *total = device_bytes;
  return success;
}
CU_PLAIN_NAME(cuMemGetInfo)
CU cuDeviceCanAccessPeer(int *can, int, int) {
  *can = 0;
  return success;
}

CU cuDevicePrimaryCtxGetState(int, unsigned *flags, int *active) {
  *flags = 0;
  *active = 0;
  return success;
}
CU cuDevicePrimaryCtxSetFlags_v2(int, unsigned) { return success; }
CU_PLAIN_NAME(cuDevicePrimaryCtxSetFlags)
CU cuDevicePrimaryCtxRetain(void **context, int device) {
  *context = context_of(device);
  return is_device(device) ? success : invalid_device;
}
CU cuDevicePrimaryCtxRelease_v2(int) { return success; }
CU_PLAIN_NAME(cuDevicePrimaryCtxRelease)
CU cuCtxSetCurrent(void *context) {
  current = context ? static_cast<int>(reinterpret_cast<std::intptr_t>(context)) - 1 : 0;
  return success;
}
CU cuCtxGetDevice(int *device) {
  *device = current;
  return success;
}
CU cuCtxSynchronize() {
  wait_for_device(current);
  return success;
}
CU cuCtxGetLimit(std::size_t *value, int) {
  *value = 0;
  return success;
}
CU cuCtxSetLimit(int, std::size_t) { return success; }
CU cuCtxEnablePeerAccess(void *, unsigned) { return success; }

// Allocations of address ranges would need this; only recording and replaying kernels use them.
CU cuMemGetAllocationGranularity(std::size_t *, const void *, int) { return not_supported; }
CU cuMemCreate(std::uint64_t *, std::size_t, const void *, std::uint64_t) { return not_supported; }
CU cuMemRelease(std::uint64_t) { return not_supported; }
CU cuMemAddressReserve(DevicePointer *, std::size_t, std::size_t, DevicePointer, std::uint64_t) {
  return not_supported;
}
CU cuMemAddressFree(DevicePointer, std::size_t) { return not_supported; }
CU cuMemMap(DevicePointer, std::size_t, std::size_t, std::uint64_t, std::uint64_t) {
  return not_supported;
}
CU cuMemUnmap(DevicePointer, std::size_t) { return not_supported; }
CU cuMemSetAccess(DevicePointer, std::size_t, const void *, std::size_t) { return not_supported; }
