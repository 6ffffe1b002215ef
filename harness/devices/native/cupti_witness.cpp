// The requests to a real CUDA driver, reported by CUPTI: the witness that a simulated driver has
// built in (devices/witness.h). CUDA loads this library from CUDA_INJECTION64_PATH and first calls
// InitializeInjection.
#include "devices/witness.h"

#include <cupti.h>

namespace {

// Reports the request, and then CUPTI's time, which the validator compares with the record's.
void witness(const cts::devices::Call &call) {
  cts::devices::witness(call);
  uint64_t time = 0;
  if (cuptiGetTimestamp(&time) == CUPTI_SUCCESS)
    cts::devices::witness({call.device, "clock", nullptr, nullptr, time});
}

int device_of(CUcontext context) {
  uint32_t device = 0;
  return context && cuptiGetDeviceId(context, &device) == CUPTI_SUCCESS ? static_cast<int>(device)
                                                                        : 0;
}

const void *at(CUdeviceptr address) { return reinterpret_cast<const void *>(address); }

// The functions of one kind have their parameters under several names.
template <class P> void copies(int device, const P &p) {
  if constexpr (requires { p.pCopy; }) {
    const auto &part = *p.pCopy;
    const auto row = [](CUmemorytype kind, const void *host, CUdeviceptr there, std::size_t x,
                        std::size_t n, std::size_t pitch) -> const void * {
      if (kind == CU_MEMORYTYPE_ARRAY)
        return nullptr;
      const void *base = kind == CU_MEMORYTYPE_HOST ? host : at(there);
      return static_cast<const char *>(base) + n * pitch + x;
    };
    std::size_t depth = 1;
    if constexpr (requires { part.Depth; })
      depth = part.Depth;
    for (std::size_t z = 0; z < depth; ++z)
      for (std::size_t y = 0; y < part.Height; ++y) {
        std::size_t to = part.dstY + y, from = part.srcY + y;
        if constexpr (requires { part.Depth; }) {
          to += (part.dstZ + z) * part.dstHeight;
          from += (part.srcZ + z) * part.srcHeight;
        }
        witness({device, "copy",
                 row(part.dstMemoryType, part.dstHost, part.dstDevice, part.dstXInBytes, to,
                     part.dstPitch),
                 row(part.srcMemoryType, part.srcHost, part.srcDevice, part.srcXInBytes, from,
                     part.srcPitch),
                 part.WidthInBytes});
      }
  } else if constexpr (requires { p.dst; }) {
    witness({device, "copy", at(p.dst), at(p.src), p.ByteCount});
  } else if constexpr (requires { p.dstHost; }) {
    witness({device, "copy", p.dstHost, at(p.srcDevice), p.ByteCount});
  } else if constexpr (requires { p.srcHost; }) {
    witness({device, "copy", at(p.dstDevice), p.srcHost, p.ByteCount});
  } else {
    witness({device, "copy", at(p.dstDevice), at(p.srcDevice), p.ByteCount});
  }
}

template <class P> void fills(int device, const P &p) {
  std::size_t size = 1;
  if constexpr (requires { p.us; })
    size = sizeof p.us;
  if constexpr (requires { p.ui; })
    size = sizeof p.ui;
  if constexpr (requires { p.Height; }) {
    for (std::size_t n = 0; n < p.Height; ++n)
      witness({device, "fill", at(p.dstDevice + n * p.dstPitch), nullptr, p.Width * size});
  } else {
    witness({device, "fill", at(p.dstDevice), nullptr, p.N * size});
  }
}

template <class P> void frees(int device, const P &p) {
  if constexpr (requires { p.dptr; })
    witness({device, "free", nullptr, at(p.dptr)});
  else
    witness({device, "free", nullptr, p.p});
}

template <class P> void allocates(int device, const P &p) {
  if constexpr (requires { p.pPitch; })
    witness({device, "allocate", at(*p.dptr), nullptr, *p.pPitch * p.Height});
  else if constexpr (requires { p.dptr; })
    witness({device, "allocate", at(*p.dptr), nullptr, p.bytesize});
  else
    witness({device, "allocate", *p.pp, nullptr, p.bytesize});
}

// Each function of the driver with its effect. The witness reports a request at once, and an
// allocation when its address is known.
#define FUNCTION(does, name)                                                                       \
  case CUPTI_DRIVER_TRACE_CBID_##name:                                                             \
    return does(device, *static_cast<const name##_params *>(call.functionParams));
// The same with its form for a default stream of each thread (CUDA_API_PER_THREAD_DEFAULT_STREAM).
#define SYNCHRONOUS(does, name) FUNCTION(does, name) FUNCTION(does, name##_ptds)
#define ASYNCHRONOUS(does, name) FUNCTION(does, name) FUNCTION(does, name##_ptsz)

void made(CUpti_CallbackId id, const CUpti_CallbackData &call, int device) {
  switch (id) {
    FUNCTION(allocates, cuMemAlloc_v2)
    FUNCTION(allocates, cuMemAllocPitch_v2)
    FUNCTION(allocates, cuMemAllocManaged)
    ASYNCHRONOUS(allocates, cuMemAllocAsync)
    ASYNCHRONOUS(allocates, cuMemAllocFromPoolAsync)
    FUNCTION(allocates, cuMemAllocHost_v2)
    FUNCTION(allocates, cuMemHostAlloc)
  default:
    return;
  }
}

void asked(CUpti_CallbackId id, const CUpti_CallbackData &call, int device) {
  switch (id) {
    FUNCTION(frees, cuMemFree_v2)
    ASYNCHRONOUS(frees, cuMemFreeAsync)
    FUNCTION(frees, cuMemFreeHost)
    SYNCHRONOUS(copies, cuMemcpy)
    ASYNCHRONOUS(copies, cuMemcpyAsync)
    SYNCHRONOUS(copies, cuMemcpyHtoD_v2)
    ASYNCHRONOUS(copies, cuMemcpyHtoDAsync_v2)
    SYNCHRONOUS(copies, cuMemcpyDtoH_v2)
    ASYNCHRONOUS(copies, cuMemcpyDtoHAsync_v2)
    SYNCHRONOUS(copies, cuMemcpyDtoD_v2)
    ASYNCHRONOUS(copies, cuMemcpyDtoDAsync_v2)
    SYNCHRONOUS(copies, cuMemcpyPeer)
    ASYNCHRONOUS(copies, cuMemcpyPeerAsync)
    SYNCHRONOUS(copies, cuMemcpy2D_v2)
    SYNCHRONOUS(copies, cuMemcpy2DUnaligned_v2)
    ASYNCHRONOUS(copies, cuMemcpy2DAsync_v2)
    SYNCHRONOUS(copies, cuMemcpy3D_v2)
    ASYNCHRONOUS(copies, cuMemcpy3DAsync_v2)
    SYNCHRONOUS(copies, cuMemcpy3DPeer)
    ASYNCHRONOUS(copies, cuMemcpy3DPeerAsync)
    SYNCHRONOUS(fills, cuMemsetD8_v2)
    SYNCHRONOUS(fills, cuMemsetD16_v2)
    SYNCHRONOUS(fills, cuMemsetD32_v2)
    ASYNCHRONOUS(fills, cuMemsetD8Async)
    ASYNCHRONOUS(fills, cuMemsetD16Async)
    ASYNCHRONOUS(fills, cuMemsetD32Async)
    SYNCHRONOUS(fills, cuMemsetD2D8_v2)
    SYNCHRONOUS(fills, cuMemsetD2D16_v2)
    SYNCHRONOUS(fills, cuMemsetD2D32_v2)
    ASYNCHRONOUS(fills, cuMemsetD2D8Async)
    ASYNCHRONOUS(fills, cuMemsetD2D16Async)
    ASYNCHRONOUS(fills, cuMemsetD2D32Async)
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel:
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz:
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx:
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz:
    return witness({device, "launch", nullptr, nullptr, 0, call.symbolName ? call.symbolName : ""});
  default:
    return;
  }
}

void CUPTIAPI on_call(void *, CUpti_CallbackDomain, CUpti_CallbackId id, const void *data) {
  const auto &call = *static_cast<const CUpti_CallbackData *>(data);
  const int device = device_of(call.context);
  if (call.callbackSite == CUPTI_API_ENTER)
    asked(id, call, device);
  else if (*static_cast<const CUresult *>(call.functionReturnValue) == CUDA_SUCCESS)
    made(id, call, device);
}

} // namespace

// Returns 1 on success. Called once by CUDA.
extern "C" [[gnu::visibility("default")]] int InitializeInjection(void) {
  static CUpti_SubscriberHandle subscriber;
  return cuptiSubscribe(&subscriber, on_call, nullptr) == CUPTI_SUCCESS &&
         cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API) == CUPTI_SUCCESS;
}
