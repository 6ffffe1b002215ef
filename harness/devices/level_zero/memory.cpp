// Memory of the simulated devices.
#include "devices/memory.h"
#include "devices/level_zero/ze.h"

using namespace cts::devices;
using Kind = Memory::Kind;

namespace {

Result allocate(Kind kind, void *device, std::size_t bytes, std::size_t alignment, void **p) {
  *p = memory().allocate(kind, number_of(device), bytes, alignment);
  return *p ? success : out_of_memory;
}

} // namespace

ZE zeMemAllocDevice(void *, void *, std::size_t bytes, std::size_t alignment, void *device,
                    void **p) {
  return allocate(Kind::device, device, bytes, alignment, p);
}
ZE zeMemAllocHost(void *, void *, std::size_t bytes, std::size_t alignment, void **p) {
  return allocate(Kind::host, nullptr, bytes, alignment, p);
}
ZE zeMemAllocShared(void *, void *, void *, std::size_t bytes, std::size_t alignment, void *device,
                    void **p) {
  return allocate(Kind::shared, device, bytes, alignment, p);
}
ZE zeMemFree(void *, void *p) { return memory().release(p) ? success : invalid_argument; }
ZE zeMemGetAllocProperties(void *, const void *p, AllocationProperties *properties, void **device) {
  const Memory::Block block = memory().find(p);
  properties->kind = static_cast<std::uint32_t>(block.kind); // as ze_memory_type_t numbers them
  properties->id = reinterpret_cast<std::uint64_t>(block.base);
  properties->page = 4096;
  if (device)
    *device = block.device >= 0 ? device_at(block.device) : nullptr;
  return success;
}
ZE zeMemGetAddressRange(void *, const void *p, void **base, std::size_t *bytes) {
  const Memory::Block block = memory().find(p);
  if (block.kind == Kind::none)
    return invalid_argument;
  if (base)
    *base = block.base;
  if (bytes)
    *bytes = block.bytes;
  return success;
}
