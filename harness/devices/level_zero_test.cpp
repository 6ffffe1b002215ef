// The simulated Level Zero driver, called as a device library calls it.
#include "devices/level_zero/ze.h"

#include <cstring>
#include <gtest/gtest.h>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace {

std::mutex calls_mutex;
std::vector<std::string> calls;

} // namespace

// The checker's part: receives the driver's reports.
extern "C" [[gnu::visibility("default")]] void ompt_cts_driver_call(int, const char *what,
                                                                    const void *, const void *,
                                                                    std::size_t bytes,
                                                                    const char *name) {
  const std::lock_guard lock(calls_mutex);
  calls.push_back(std::string(what) + " " + std::to_string(bytes) + " " + name);
}

ZE zeInit(std::uint32_t);
ZE zeDriverGet(std::uint32_t *, void **);
ZE zeDeviceGet(void *, std::uint32_t *, void **);
ZE zeDeviceGetProperties(void *, DeviceProperties *);
ZE zeMemAllocDevice(void *, void *, std::size_t, std::size_t, void *, void **);
ZE zeMemFree(void *, void *);
ZE zeMemGetAllocProperties(void *, const void *, AllocationProperties *, void **);
ZE zeCommandListCreateImmediate(void *, void *, const QueueDescription *, void **);
ZE zeCommandListDestroy(void *);
ZE zeCommandListAppendMemoryCopy(void *, void *, const void *, std::size_t, void *, std::uint32_t,
                                 void **);
ZE zeCommandListAppendLaunchKernel(void *, void *, const GroupCount *, void *, std::uint32_t,
                                   void **);
ZE zeEventCreate(void *, const void *, void **);
ZE zeEventDestroy(void *);
ZE zeEventHostSynchronize(void *, std::uint64_t);
ZE zeEventHostSignal(void *);
ZE zeEventQueryStatus(void *);
ZE zeModuleCreate(void *, void *, const ModuleDescription *, void **, void **);
ZE zeModuleDestroy(void *);
ZE zeKernelCreate(void *, const KernelDescription *, void **);
ZE zeKernelDestroy(void *);
ZE zeKernelSetArgumentValue(void *, std::uint32_t, std::size_t, const void *);

// A target region's code for the host, as compilers leave it in a program.
extern "C" [[gnu::used]] void __omp_offloading_test(int *to, std::uint64_t value) {
  *to = static_cast<int>(value);
}

namespace {

constexpr std::uint64_t for_ever = ~std::uint64_t{0};

void *the_device() {
  std::uint32_t one = 1;
  void *driver = nullptr, *device = nullptr;
  EXPECT_EQ(zeInit(0), success);
  EXPECT_EQ(zeDriverGet(&one, &driver), success);
  EXPECT_EQ(zeDeviceGet(driver, &one, &device), success);
  EXPECT_EQ(one, 1u);
  return device;
}

TEST(LevelZero, says_that_its_device_is_simulated) {
  DeviceProperties properties{};
  ASSERT_EQ(zeDeviceGetProperties(the_device(), &properties), success);
  EXPECT_TRUE(std::strstr(properties.name, "Simulated"));
  EXPECT_EQ(properties.vendor, 0x8086u);
}

TEST(LevelZero, copies_nothing_from_or_to_nowhere) {
  calls.clear();
  void *list = nullptr;
  char there[4];
  ASSERT_EQ(zeCommandListCreateImmediate(nullptr, the_device(), nullptr, &list), success);
  for (auto [to, from] : {std::pair<char *, char *>{nullptr, there}, {there, nullptr}})
    EXPECT_EQ(zeCommandListAppendMemoryCopy(list, to, from, 4, nullptr, 0, nullptr), null_pointer);
  EXPECT_TRUE(calls.empty());
  zeCommandListDestroy(list);
}

TEST(LevelZero, copies_when_it_may_and_tells_what_it_was_asked_for) {
  calls.clear();
  void *device = the_device(), *p = nullptr, *list = nullptr, *go = nullptr, *done = nullptr;
  ASSERT_EQ(zeMemAllocDevice(nullptr, nullptr, 4, 0, device, &p), success);
  AllocationProperties kind{};
  ASSERT_EQ(zeMemGetAllocProperties(nullptr, p, &kind, nullptr), success);
  EXPECT_EQ(kind.kind, 2u);
  ASSERT_EQ(zeCommandListCreateImmediate(nullptr, device, nullptr, &list), success);
  zeEventCreate(nullptr, nullptr, &go);
  zeEventCreate(nullptr, nullptr, &done);
  ASSERT_EQ(zeCommandListAppendMemoryCopy(list, p, "abc", 4, done, 1, &go), success);
  EXPECT_EQ(zeEventQueryStatus(done), not_ready);
  zeEventHostSignal(go);
  EXPECT_EQ(zeEventHostSynchronize(done, for_ever), success);
  EXPECT_STREQ(static_cast<char *>(p), "abc");
  zeCommandListDestroy(list);
  EXPECT_EQ(zeMemFree(nullptr, p), success);
  EXPECT_NE(zeMemFree(nullptr, p), success);
  zeEventDestroy(go);
  zeEventDestroy(done);
  EXPECT_EQ(calls, (std::vector<std::string>{"allocate 4 ", "copy 4 ", "free 4 "}));
}

// A kernel with one argument of the device runtime and two of the program.
std::vector<std::uint32_t> module_with_kernel() {
  std::vector<std::uint32_t> words{0x07230203, 0x00010400, 0, 9, 0};
  const char name[24] = "__omp_offloading_test";
  std::uint32_t text[6];
  std::memcpy(text, name, sizeof name);
  words.push_back((3 + 6) << 16 | 15); // OpEntryPoint Kernel %1 "name"
  words.insert(words.end(), {6, 1});
  words.insert(words.end(), text, text + 6);
  words.insert(words.end(), {5 << 16 | 54, 2, 1, 0, 3}); // %1 = OpFunction
  for (std::uint32_t i = 4; i < 7; ++i)
    words.insert(words.end(), {3 << 16 | 55, 2, i}); // OpFunctionParameter
  words.push_back(1 << 16 | 56);                     // OpFunctionEnd
  return words;
}

TEST(LevelZero, runs_a_kernel_as_the_program_has_it_for_the_host) {
  calls.clear();
  const auto words = module_with_kernel();
  ModuleDescription description{};
  description.bytes = words.size() * 4;
  description.module = reinterpret_cast<const std::uint8_t *>(words.data());
  void *device = the_device(), *module = nullptr, *kernel = nullptr, *list = nullptr,
       *done = nullptr;
  ASSERT_EQ(zeModuleCreate(nullptr, device, &description, &module, nullptr), success);
  KernelDescription other{}, named{};
  other.name = "another";
  named.name = "__omp_offloading_test";
  EXPECT_EQ(zeKernelCreate(module, &other, &kernel), no_such_kernel);
  ASSERT_EQ(zeKernelCreate(module, &named, &kernel), success);
  int result = 0;
  int *to = &result;
  const std::uint64_t value = 42;
  EXPECT_EQ(zeKernelSetArgumentValue(kernel, 0, 8, nullptr), success);
  EXPECT_EQ(zeKernelSetArgumentValue(kernel, 1, 8, &to), success);
  EXPECT_EQ(zeKernelSetArgumentValue(kernel, 2, 8, &value), success);
  EXPECT_EQ(zeKernelSetArgumentValue(kernel, 3, 8, &value), invalid_argument);
  zeCommandListCreateImmediate(nullptr, device, nullptr, &list);
  zeEventCreate(nullptr, nullptr, &done);
  const GroupCount one{1, 1, 1};
  ASSERT_EQ(zeCommandListAppendLaunchKernel(list, kernel, &one, done, 0, nullptr), success);
  EXPECT_EQ(zeEventHostSynchronize(done, for_ever), success);
  EXPECT_EQ(result, 42);
  zeCommandListDestroy(list);
  zeKernelDestroy(kernel);
  zeModuleDestroy(module);
  zeEventDestroy(done);
  const std::lock_guard lock(calls_mutex);
  ASSERT_EQ(calls.size(), 3u);
  EXPECT_EQ(calls[1], "launch 0 __omp_offloading_test");
  EXPECT_EQ(calls[2], "complete 0 __omp_offloading_test");
}

} // namespace
