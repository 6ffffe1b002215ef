// The requests to a real CUDA driver, reported by CUPTI: the witness that a simulated driver has
// built in (devices/witness.h). CUDA loads this library from CUDA_INJECTION64_PATH and first calls
// InitializeInjection.
#include "devices/witness.h"

#include <cupti.h>

namespace {

using cts::devices::witness;

int device_of(CUcontext context) {
  uint32_t device = 0;
  return context && cuptiGetDeviceId(context, &device) == CUPTI_SUCCESS ? static_cast<int>(device)
                                                                        : 0;
}

const void *at(CUdeviceptr address) { return reinterpret_cast<const void *>(address); }

template <class Params> const Params &params(const CUpti_CallbackData &call) {
  return *static_cast<const Params *>(call.functionParams);
}

// The witness reports a request at once, and an allocation when its address is known.
void asked(CUpti_CallbackId id, const CUpti_CallbackData &call, int device) {
  switch (id) {
  case CUPTI_DRIVER_TRACE_CBID_cuMemFree_v2:
    return witness({device, "free", nullptr, at(params<cuMemFree_v2_params>(call).dptr)});
  case CUPTI_DRIVER_TRACE_CBID_cuMemcpyHtoD_v2: {
    const auto &p = params<cuMemcpyHtoD_v2_params>(call);
    return witness({device, "copy", at(p.dstDevice), p.srcHost, p.ByteCount});
  }
  case CUPTI_DRIVER_TRACE_CBID_cuMemcpyHtoDAsync_v2: {
    const auto &p = params<cuMemcpyHtoDAsync_v2_params>(call);
    return witness({device, "copy", at(p.dstDevice), p.srcHost, p.ByteCount});
  }
  case CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoH_v2: {
    const auto &p = params<cuMemcpyDtoH_v2_params>(call);
    return witness({device, "copy", p.dstHost, at(p.srcDevice), p.ByteCount});
  }
  case CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoHAsync_v2: {
    const auto &p = params<cuMemcpyDtoHAsync_v2_params>(call);
    return witness({device, "copy", p.dstHost, at(p.srcDevice), p.ByteCount});
  }
  case CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoDAsync_v2: {
    const auto &p = params<cuMemcpyDtoDAsync_v2_params>(call);
    return witness({device, "copy", at(p.dstDevice), at(p.srcDevice), p.ByteCount});
  }
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel:
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx:
    return witness({device, "launch", nullptr, nullptr, 0, call.symbolName ? call.symbolName : ""});
  default:
    return;
  }
}

void CUPTIAPI on_call(void *, CUpti_CallbackDomain, CUpti_CallbackId id, const void *data) {
  const auto &call = *static_cast<const CUpti_CallbackData *>(data);
  const int device = device_of(call.context);
  if (call.callbackSite == CUPTI_API_ENTER) {
    asked(id, call, device);
  } else if (id == CUPTI_DRIVER_TRACE_CBID_cuMemAlloc_v2) {
    const auto &p = params<cuMemAlloc_v2_params>(call);
    if (*static_cast<const CUresult *>(call.functionReturnValue) == CUDA_SUCCESS)
      witness({device, "allocate", at(*p.dptr), nullptr, p.bytesize});
  }
}

} // namespace

// Returns 1 on success. Called once by CUDA.
extern "C" [[gnu::visibility("default")]] int InitializeInjection(void) {
  static CUpti_SubscriberHandle subscriber;
  return cuptiSubscribe(&subscriber, on_call, nullptr) == CUPTI_SUCCESS &&
         cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API) == CUPTI_SUCCESS;
}
