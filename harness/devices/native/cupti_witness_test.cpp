// The CUPTI witness without a GPU: this program is CUPTI and the checker, and calls the witness as
// CUPTI does for each function of the driver.
#include "devices/witness.h"

#include <cupti.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <vector>

extern "C" int InitializeInjection(void);

namespace {

CUpti_CallbackFunc told = nullptr;
std::vector<std::string> seen;
uint64_t clock_now = 0; // 0: CUPTI has none

template <class Params>
std::vector<std::string> calls(CUpti_CallbackId id, Params params, CUresult result = CUDA_SUCCESS) {
  seen.clear();
  CUpti_CallbackData data{};
  data.functionParams = &params;
  data.functionReturnValue = &result;
  for (const auto site : {CUPTI_API_ENTER, CUPTI_API_EXIT}) {
    data.callbackSite = site;
    told(nullptr, CUPTI_CB_DOMAIN_DRIVER_API, id, &data);
  }
  return seen;
}

using Lines = std::vector<std::string>;
#define CALL(name, ...) calls(CUPTI_DRIVER_TRACE_CBID_##name, name##_params{__VA_ARGS__})

} // namespace

extern "C" {
CUptiResult cuptiSubscribe(CUpti_SubscriberHandle *, CUpti_CallbackFunc function, void *) {
  told = function;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiEnableDomain(uint32_t, CUpti_SubscriberHandle, CUpti_CallbackDomain) {
  return CUPTI_SUCCESS;
}
CUptiResult cuptiGetTimestamp(uint64_t *time) {
  *time = clock_now;
  return clock_now ? CUPTI_SUCCESS : CUPTI_ERROR_NOT_INITIALIZED;
}
CUptiResult cuptiGetDeviceId(CUcontext, uint32_t *) { return CUPTI_ERROR_INVALID_CONTEXT; }
}

void cts::devices::witness(const Call &call) {
  seen.push_back(fmt::format("{} {:#x} {:#x} {}", call.what, reinterpret_cast<uintptr_t>(call.to),
                             reinterpret_cast<uintptr_t>(call.from), call.bytes));
}

TEST(CuptiWitness, tells_of_every_kind_of_memory) {
  ASSERT_EQ(InitializeInjection(), 1);
  CUdeviceptr device = 0x100;
  void *host = reinterpret_cast<void *>(0x200);
  std::size_t pitch = 64;
  const Lines one = {"allocate 0x100 0x0 24"};
  EXPECT_EQ(CALL(cuMemAlloc_v2, &device, 24), one);
  EXPECT_EQ(CALL(cuMemAllocManaged, &device, 24, 1), one);
  EXPECT_EQ(CALL(cuMemAllocAsync, &device, 24, nullptr), one);
  EXPECT_EQ(CALL(cuMemAllocFromPoolAsync, &device, 24, nullptr, nullptr), one);
  EXPECT_EQ(CALL(cuMemAllocPitch_v2, &device, &pitch, 10, 3, 4), Lines{"allocate 0x100 0x0 192"});
  EXPECT_EQ(CALL(cuMemHostAlloc, &host, 24, 0), Lines{"allocate 0x200 0x0 24"});
  EXPECT_EQ(CALL(cuMemAllocHost_v2, &host, 24), Lines{"allocate 0x200 0x0 24"});
  EXPECT_EQ(CALL(cuMemFreeAsync, device, nullptr), Lines{"free 0x0 0x100 0"});
  EXPECT_EQ(CALL(cuMemFreeHost, host), Lines{"free 0x0 0x200 0"});
  const auto failed = calls(CUPTI_DRIVER_TRACE_CBID_cuMemAlloc_v2,
                            cuMemAlloc_v2_params{&device, 24}, CUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(failed, Lines{});
}

TEST(CuptiWitness, tells_of_every_kind_of_copy) {
  ASSERT_EQ(InitializeInjection(), 1);
  const void *host = reinterpret_cast<const void *>(0x200);
  const Lines copied = {"copy 0x100 0x200 8"};
  EXPECT_EQ(CALL(cuMemcpy, 0x100, 0x200, 8), copied);
  EXPECT_EQ(CALL(cuMemcpyHtoD_v2, 0x100, host, 8), copied);
  EXPECT_EQ(CALL(cuMemcpyDtoHAsync_v2, reinterpret_cast<void *>(0x100), 0x200, 8, nullptr), copied);
  EXPECT_EQ(CALL(cuMemcpyDtoD_v2, 0x100, 0x200, 8), copied);
  EXPECT_EQ(CALL(cuMemcpyPeerAsync, 0x100, nullptr, 0x200, nullptr, 8, nullptr), copied);
  CUDA_MEMCPY2D part{};
  part.srcMemoryType = CU_MEMORYTYPE_HOST;
  part.srcHost = host;
  part.srcPitch = 32;
  part.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  part.dstDevice = 0x1000;
  part.dstPitch = 256;
  part.dstXInBytes = 4;
  part.dstY = 1;
  part.WidthInBytes = 8;
  part.Height = 2;
  const Lines rows = {"copy 0x1104 0x200 8", "copy 0x1204 0x220 8"};
  EXPECT_EQ(CALL(cuMemcpy2DAsync_v2, &part, nullptr), rows);
  CUDA_MEMCPY3D block{};
  block.srcMemoryType = CU_MEMORYTYPE_HOST;
  block.srcHost = host;
  block.srcPitch = 32;
  block.srcHeight = 4;
  block.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  block.dstDevice = 0x1000;
  block.dstPitch = 256;
  block.dstHeight = 2;
  block.dstZ = 1;
  block.WidthInBytes = 8;
  block.Height = 1;
  block.Depth = 2;
  const Lines slices = {"copy 0x1200 0x200 8", "copy 0x1400 0x280 8"};
  EXPECT_EQ(CALL(cuMemcpy3D_v2, &block), slices);
}

TEST(CuptiWitness, knows_the_forms_for_a_default_stream_of_each_thread) {
  ASSERT_EQ(InitializeInjection(), 1);
  CUdeviceptr device = 0x100;
  const void *host = reinterpret_cast<const void *>(0x200);
  EXPECT_EQ(CALL(cuMemcpyHtoD_v2_ptds, 0x100, host, 8), Lines{"copy 0x100 0x200 8"});
  EXPECT_EQ(CALL(cuMemcpyAsync_ptsz, 0x100, 0x200, 8, nullptr), Lines{"copy 0x100 0x200 8"});
  EXPECT_EQ(CALL(cuMemsetD16_v2_ptds, 0x100, 1, 6), Lines{"fill 0x100 0x0 12"});
  EXPECT_EQ(CALL(cuMemAllocAsync_ptsz, &device, 24, nullptr), Lines{"allocate 0x100 0x0 24"});
  EXPECT_EQ(CALL(cuMemFreeAsync_ptsz, device, nullptr), Lines{"free 0x0 0x100 0"});
  EXPECT_EQ(CALL(cuLaunchKernel_ptsz), Lines{"launch 0x0 0x0 0"});
}

TEST(CuptiWitness, tells_of_every_kind_of_fill) {
  ASSERT_EQ(InitializeInjection(), 1);
  EXPECT_EQ(CALL(cuMemsetD8_v2, 0x100, 1, 6), Lines{"fill 0x100 0x0 6"});
  EXPECT_EQ(CALL(cuMemsetD16Async, 0x100, 1, 6, nullptr), Lines{"fill 0x100 0x0 12"});
  EXPECT_EQ(CALL(cuMemsetD32_v2, 0x100, 1, 6), Lines{"fill 0x100 0x0 24"});
  const Lines rows = {"fill 0x100 0x0 8", "fill 0x140 0x0 8"};
  EXPECT_EQ(CALL(cuMemsetD2D32Async, 0x100, 64, 1, 2, 2, nullptr), rows);
}

TEST(CuptiWitness, tells_its_time_after_each_request) {
  ASSERT_EQ(InitializeInjection(), 1);
  clock_now = 77;
  EXPECT_EQ(CALL(cuMemsetD8_v2, 0x100, 1, 6), (Lines{"fill 0x100 0x0 6", "clock 0x0 0x0 77"}));
  clock_now = 0;
}
