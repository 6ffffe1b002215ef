// The simulated CUDA driver, called as a device library calls it.
#include "devices/cuda/cu.h"
#include "devices/cuda/modules.h"

#include <cstring>
#include <gtest/gtest.h>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace {

std::mutex calls_mutex;
std::vector<std::string> calls;

std::vector<std::string> taken() {
  const std::lock_guard lock(calls_mutex);
  return std::exchange(calls, {});
}

} // namespace

// The checker's part: receives the driver's reports.
extern "C" [[gnu::visibility("default")]] void ompt_cts_driver_call(int, const char *what,
                                                                    const void *, const void *,
                                                                    std::size_t bytes,
                                                                    const char *name) {
  const std::lock_guard lock(calls_mutex);
  calls.push_back(std::string(what) + " " + std::to_string(bytes) + " " + name);
}

CU cuInit(unsigned);
CU cuDeviceGetName(char *, int, int);
CU cuMemAlloc(DevicePointer *, std::size_t);
CU cuMemFree(DevicePointer);
CU cuStreamCreate(Stream **, unsigned);
CU cuStreamDestroy(Stream *);
CU cuStreamSynchronize(Stream *);
CU cuStreamWaitEvent(Stream *, Event *, unsigned);
CU cuLaunchHostFunc(Stream *, void (*)(void *), void *);
CU cuEventCreate(Event **, unsigned);
CU cuEventRecord(Event *, Stream *);
CU cuEventQuery(Event *);
CU cuEventDestroy(Event *);
CU cuMemcpyHtoDAsync(DevicePointer, const void *, std::size_t, Stream *);
CU cuMemcpyDtoHAsync(void *, DevicePointer, std::size_t, Stream *);
CU cuModuleLoadDataEx(void **, const void *, unsigned, const int *, void **);
CU cuModuleUnload(void *);
CU cuModuleGetFunction(Function **, void *, const char *);
CU cuModuleGetGlobal(DevicePointer *, std::size_t *, void *, const char *);
CU cuLaunchKernel(Function *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                  Stream *, void **, void **);

// A target region's code for the host, as compilers leave it in a program.
extern "C" [[gnu::used]] void __omp_offloading_test(int *to, std::uint64_t value) {
  *to = static_cast<int>(value);
}
extern "C" {
[[gnu::used]] int declared_variable = 7;
}

namespace {

const char *const text = R"(
.version 7.0
// .entry in_a_comment
.visible .global .align 4 .u32 declared_variable = 7;
.visible .global .align 8 .b8 only_there[24];
.global .align 1 .b8 nobodys[3];
.visible .entry __omp_offloading_test(
	.param .u64 .ptr .align 1 p_0,
	.param .u64 p_1,
	.param .u32 p_2
)
{ ret; }
)";

TEST(Ptx, kernels_parameters_and_variables) {
  const auto kernels = ptx::kernels(text);
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].name, "__omp_offloading_test");
  EXPECT_EQ(kernels[0].parameters, (std::vector<std::size_t>{8, 8, 4}));
  const auto globals = ptx::globals(text);
  ASSERT_EQ(globals.size(), 2u);
  EXPECT_EQ(globals[0].name + std::to_string(globals[0].bytes), "declared_variable4");
  EXPECT_EQ(globals[1].name + std::to_string(globals[1].bytes), "only_there24");
}

TEST(Ptx, an_object_gives_its_text_back) {
  const std::string file = ptx::object(text, 60, true);
  EXPECT_EQ(ptx_in(file.data()), text);
  std::string other = file;
  other[1] = 'X';
  EXPECT_EQ(ptx_in(other.data()), "");
}

TEST(Cuda, says_that_its_device_is_simulated) {
  char name[64];
  ASSERT_EQ(cuInit(0), success);
  ASSERT_EQ(cuDeviceGetName(name, sizeof name, 0), success);
  EXPECT_TRUE(std::strstr(name, "Simulated"));
}

TEST(Cuda, stages_what_it_copies_from_host_memory_and_tells_what_it_was_asked_for) {
  taken();
  DevicePointer p = 0;
  Stream *stream = nullptr;
  ASSERT_EQ(cuMemAlloc(&p, 4), success);
  ASSERT_EQ(cuStreamCreate(&stream, 0), success);
  char from[4] = "abc", to[4] = "";
  ASSERT_EQ(cuMemcpyHtoDAsync(p, from, sizeof from, stream), success);
  std::memset(from, 'x', sizeof from); // ours again
  ASSERT_EQ(cuMemcpyDtoHAsync(to, p, sizeof to, stream), success);
  EXPECT_STREQ(to, "abc"); // not the driver's memory: the call has waited
  EXPECT_EQ(cuStreamDestroy(stream), success);
  EXPECT_EQ(cuMemFree(p), success);
  EXPECT_NE(cuMemFree(p), success);
  EXPECT_EQ(taken(), (std::vector<std::string>{"allocate 4 ", "copy 4 ", "copy 4 ", "free 4 "}));
}

TEST(Cuda, copies_nothing_from_or_to_nowhere) {
  taken();
  char there[4];
  const auto address = reinterpret_cast<DevicePointer>(there);
  EXPECT_EQ(cuMemcpyHtoDAsync(0, there, 4, nullptr), invalid_value);
  EXPECT_EQ(cuMemcpyHtoDAsync(address, nullptr, 4, nullptr), invalid_value);
  EXPECT_EQ(cuMemcpyDtoHAsync(nullptr, address, 4, nullptr), invalid_value);
  EXPECT_TRUE(taken().empty());
}

TEST(Cuda, a_stream_waits_for_what_was_recorded_in_another) {
  static cts::devices::Signal go;
  static std::vector<int> order;
  Stream *first = nullptr, *second = nullptr;
  Event *event = nullptr;
  cuStreamCreate(&first, 0);
  cuStreamCreate(&second, 0);
  cuEventCreate(&event, 0);
  EXPECT_EQ(cuEventQuery(event), success); // never recorded
  cuLaunchHostFunc(
      first,
      [](void *) {
        go.wait();
        order.push_back(1);
      },
      nullptr);
  cuEventRecord(event, first);
  EXPECT_EQ(cuEventQuery(event), not_ready);
  cuStreamWaitEvent(second, event, 0);
  cuLaunchHostFunc(
      second, [](void *) { order.push_back(2); }, nullptr);
  go.set();
  cuStreamSynchronize(second);
  EXPECT_EQ(order, (std::vector{1, 2}));
  cuEventDestroy(event);
  cuStreamDestroy(first);
  cuStreamDestroy(second);
}

TEST(Cuda, runs_a_kernel_as_the_program_has_it_for_the_host) {
  const std::string image = ptx::object(text, 60, true);
  void *module = nullptr;
  Function *function = nullptr;
  ASSERT_EQ(cuModuleLoadDataEx(&module, image.data(), 0, nullptr, nullptr), success);
  EXPECT_EQ(cuModuleGetFunction(&function, module, "another"), not_found);
  ASSERT_EQ(cuModuleGetFunction(&function, module, "__omp_offloading_test"), success);
  taken();
  int result = 0;
  int *to = &result;
  void *none = nullptr;
  std::uint32_t value = 42;
  function->sizes = {8, 8, 4};
  void *parameters[] = {&none, &to, &value};
  ASSERT_EQ(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, parameters, nullptr), success);
  cuStreamSynchronize(nullptr);
  EXPECT_EQ(result, 42);
  struct {
    void *none;
    int *to;
    std::uint32_t value;
  } buffer{nullptr, to, 43};
  std::size_t bytes = sizeof buffer;
  void *more[] = {reinterpret_cast<void *>(1), &buffer, reinterpret_cast<void *>(2), &bytes,
                  nullptr};
  ASSERT_EQ(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, more), success);
  cuStreamSynchronize(nullptr);
  EXPECT_EQ(result, 43);
  EXPECT_EQ(taken(), (std::vector<std::string>{
                         "launch 0 __omp_offloading_test", "complete 0 __omp_offloading_test",
                         "launch 0 __omp_offloading_test", "complete 0 __omp_offloading_test"}));
  DevicePointer p = 0;
  ASSERT_EQ(cuModuleGetGlobal(&p, &bytes, module, "declared_variable"), success);
  EXPECT_EQ(p, reinterpret_cast<DevicePointer>(&declared_variable));
  ASSERT_EQ(cuModuleGetGlobal(&p, &bytes, module, "only_there"), success);
  EXPECT_EQ(bytes, 24u);
  EXPECT_EQ(cuModuleUnload(module), success);
}

} // namespace
