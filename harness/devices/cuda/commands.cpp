// Streams and events of the simulated driver, and their commands: memory, copies, kernels. The
// witness learns of a request at once, and of its completion on the stream's thread. Host memory
// that the driver does not own is read before a call returns, and written before it returns, as
// "API synchronization behavior" of CUDA's documentation says.
#include "devices/cuda/cu.h"
#include "devices/cuda/modules.h"
#include "devices/host_code.h"
#include "devices/memory.h"
#include "devices/witness.h"

#include <algorithm>
#include <cstring>
#include <vector>

using namespace cts::devices;
using Kind = Memory::Kind;

namespace {

std::mutex streams_mutex;
std::vector<Stream *> &streams() {
  static auto &all = *new std::vector<Stream *>;
  return all;
}

Stream *made(int device) {
  auto *stream = new Stream;
  stream->device = device;
  const std::lock_guard lock(streams_mutex);
  streams().push_back(stream);
  return stream;
}

// The null stream is the current device's own.
Stream *given(Stream *stream) {
  static std::mutex mutex;
  static auto &own = *new std::vector<Stream *>(64);
  if (stream)
    return stream;
  const std::lock_guard lock(mutex);
  Stream *&found = own[static_cast<std::size_t>(current_device())];
  if (!found)
    found = made(current_device());
  return found;
}

void *host(DevicePointer p) { return reinterpret_cast<void *>(p); }
bool pageable(const void *p) { return memory().find(p).kind == Kind::none; }

Result allocate(Kind kind, void **p, std::size_t bytes) {
  *p = memory().allocate(kind, kind == Kind::host ? -1 : current_device(), bytes, 256);
  return *p ? success : out_of_memory;
}
Result release(void *p) {
  wait_for_device(memory().find(p).device);
  return memory().release(p) ? success : invalid_value;
}

// From memory outside devices: the current content is copied.
Result copy_in(DevicePointer to, const void *from, std::size_t bytes, Stream *stream) {
  if (!to || !from)
    return invalid_value;
  stream = given(stream);
  witness_copy(stream->device, host(to), from, bytes);
  if (!pageable(from)) {
    stream->worker.submit([=] { std::memcpy(host(to), from, bytes); });
    return success;
  }
  const auto *text = static_cast<const char *>(from);
  stream->worker.submit([to, staged = std::vector<char>(text, text + bytes)] {
    std::memcpy(host(to), staged.data(), staged.size());
  });
  return success;
}
Result copy_out(void *to, DevicePointer from, std::size_t bytes, Stream *stream) {
  if (!to || !from)
    return invalid_value;
  stream = given(stream);
  witness_copy(stream->device, to, host(from), bytes);
  stream->worker.submit([=] { std::memcpy(to, host(from), bytes); });
  if (pageable(to))
    stream->worker.wait();
  return success;
}
Result copy_over(DevicePointer to, DevicePointer from, std::size_t bytes, Stream *stream) {
  if (!to || !from)
    return invalid_value;
  stream = given(stream);
  witness_copy(stream->device, host(to), host(from), bytes);
  stream->worker.submit([=] { std::memmove(host(to), host(from), bytes); });
  return success;
}

template <class T>
Result fill(DevicePointer to, std::size_t pitch, T value, std::size_t width, std::size_t height,
            Stream *stream) {
  stream = given(stream);
  for (std::size_t row = 0; row < height; ++row)
    witness({stream->device, "fill", host(to + row * pitch), nullptr, width * sizeof value});
  stream->worker.submit([=] {
    for (std::size_t row = 0; row < height; ++row)
      std::fill_n(static_cast<T *>(host(to + row * pitch)), width, value);
  });
  return success;
}

} // namespace

void wait_for_device(int device) {
  std::vector<Stream *> all;
  {
    const std::lock_guard lock(streams_mutex);
    all = streams();
  }
  for (Stream *stream : all)
    if (stream->device == device)
      stream->worker.wait();
}

CU cuStreamCreate(Stream **stream, unsigned) {
  *stream = made(current_device());
  return success;
}
CU cuStreamDestroy_v2(Stream *stream) {
  stream->worker.wait();
  {
    const std::lock_guard lock(streams_mutex);
    std::erase(streams(), stream);
  }
  delete stream;
  return success;
}
CU_PLAIN_NAME(cuStreamDestroy)
CU cuStreamSynchronize(Stream *stream) {
  given(stream)->worker.wait();
  return success;
}
CU cuStreamQuery(Stream *stream) { return given(stream)->worker.idle() ? success : not_ready; }
CU cuStreamWaitEvent(Stream *stream, Event *event, unsigned) {
  std::shared_ptr<Signal> recorded;
  {
    const std::lock_guard lock(event->mutex);
    recorded = event->last;
  }
  if (recorded)
    given(stream)->worker.submit([recorded] { recorded->wait(); });
  return success;
}
CU cuLaunchHostFunc(Stream *stream, void (*function)(void *), void *data) {
  given(stream)->worker.submit([=] { function(data); });
  return success;
}
CU cuStreamAddCallback(Stream *stream, void (*function)(Stream *, Result, void *), void *data,
                       unsigned) {
  given(stream)->worker.submit([=] { function(stream, success, data); });
  return success;
}

CU cuEventCreate(Event **event, unsigned) {
  *event = new Event;
  return success;
}
CU cuEventDestroy_v2(Event *event) {
  delete event;
  return success;
}
CU_PLAIN_NAME(cuEventDestroy)
CU cuEventRecord(Event *event, Stream *stream) {
  auto reached = std::make_shared<Signal>();
  {
    const std::lock_guard lock(event->mutex);
    event->last = reached;
  }
  given(stream)->worker.submit([reached] { reached->set(); });
  return success;
}
CU cuEventSynchronize(Event *event) {
  std::shared_ptr<Signal> recorded;
  {
    const std::lock_guard lock(event->mutex);
    recorded = event->last;
  }
  if (recorded)
    recorded->wait();
  return success;
}
CU cuEventQuery(Event *event) {
  const std::lock_guard lock(event->mutex);
  return !event->last || event->last->is_set() ? success : not_ready;
}

CU cuMemAlloc_v2(DevicePointer *p, std::size_t bytes) {
  void *made = nullptr;
  const Result result = allocate(Kind::device, &made, bytes);
  *p = reinterpret_cast<DevicePointer>(made);
  return result;
}
CU_PLAIN_NAME(cuMemAlloc)
CU cuMemAllocAsync(DevicePointer *p, std::size_t bytes, Stream *) {
  return cuMemAlloc_v2(p, bytes);
}
CU cuMemAllocManaged(DevicePointer *p, std::size_t bytes, unsigned) {
  void *made = nullptr;
  const Result result = allocate(Kind::shared, &made, bytes);
  *p = reinterpret_cast<DevicePointer>(made);
  return result;
}
CU cuMemAllocHost_v2(void **p, std::size_t bytes) { return allocate(Kind::host, p, bytes); }
CU_PLAIN_NAME(cuMemAllocHost)
CU cuMemFree_v2(DevicePointer p) { return release(host(p)); }
CU_PLAIN_NAME(cuMemFree)
CU cuMemFreeAsync(DevicePointer p, Stream *stream) {
  given(stream)->worker.wait();
  return release(host(p));
}
CU cuMemFreeHost(void *p) { return release(p); }

CU cuMemcpyHtoDAsync_v2(DevicePointer to, const void *from, std::size_t bytes, Stream *stream) {
  return copy_in(to, from, bytes, stream);
}
CU_PLAIN_NAME(cuMemcpyHtoDAsync)
CU cuMemcpyDtoHAsync_v2(void *to, DevicePointer from, std::size_t bytes, Stream *stream) {
  return copy_out(to, from, bytes, stream);
}
CU_PLAIN_NAME(cuMemcpyDtoHAsync)
CU cuMemcpyDtoDAsync_v2(DevicePointer to, DevicePointer from, std::size_t bytes, Stream *stream) {
  return copy_over(to, from, bytes, stream);
}
CU_PLAIN_NAME(cuMemcpyDtoDAsync)
CU cuMemcpyPeerAsync(DevicePointer to, void *, DevicePointer from, void *, std::size_t bytes,
                     Stream *stream) {
  return copy_over(to, from, bytes, stream);
}
CU cuMemcpyHtoD_v2(DevicePointer to, const void *from, std::size_t bytes) {
  copy_in(to, from, bytes, nullptr);
  return cuStreamSynchronize(nullptr);
}
CU_PLAIN_NAME(cuMemcpyHtoD)
CU cuMemcpyDtoH_v2(void *to, DevicePointer from, std::size_t bytes) {
  copy_out(to, from, bytes, nullptr);
  return cuStreamSynchronize(nullptr);
}
CU_PLAIN_NAME(cuMemcpyDtoH)

CU cuMemsetD8Async(DevicePointer to, std::uint8_t value, std::size_t number, Stream *stream) {
  return fill(to, 0, value, number, 1, stream);
}
CU cuMemsetD16Async(DevicePointer to, std::uint16_t value, std::size_t number, Stream *stream) {
  return fill(to, 0, value, number, 1, stream);
}
CU cuMemsetD32Async(DevicePointer to, std::uint32_t value, std::size_t number, Stream *stream) {
  return fill(to, 0, value, number, 1, stream);
}
CU cuMemsetD2D8Async(DevicePointer to, std::size_t pitch, std::uint8_t value, std::size_t width,
                     std::size_t height, Stream *stream) {
  return fill(to, pitch, value, width, height, stream);
}
CU cuMemsetD2D16Async(DevicePointer to, std::size_t pitch, std::uint16_t value, std::size_t width,
                      std::size_t height, Stream *stream) {
  return fill(to, pitch, value, width, height, stream);
}
CU cuMemsetD2D32Async(DevicePointer to, std::size_t pitch, std::uint32_t value, std::size_t width,
                      std::size_t height, Stream *stream) {
  return fill(to, pitch, value, width, height, stream);
}

CU cuLaunchKernel(Function *function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                  unsigned, Stream *stream, void **parameters, void **more) {
  stream = given(stream);
  std::function<void()> run = [] {}; // a kernel without parameters belongs to the device runtime
  if (const auto values = arguments(*function, parameters, more); !values.empty())
    // The first parameter is the device runtime's.
    run = host_code(*function, {values.begin() + 1, values.end()}, *function->links);
  if (!run)
    return not_supported;
  witness_launch(stream->device, function->name.c_str());
  stream->worker.submit([device = stream->device, name = function->name, run = std::move(run)] {
    run();
    witness({device, "complete", nullptr, nullptr, 0, name.c_str()});
  });
  return success;
}
