// The cost of recording one event: the checker's own callbacks, registered with a runtime that is
// only this file, called in batches. Most batches fit into the buffer (p50); some write it out
// (p99, and the mean over all: sustained). Also the cost of the clocks.
#include "ompt_abi/ompt_abi.h"
#include "ompt_abi/tables.h"

#include <algorithm>
#include <array>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace {

using namespace ompt_abi;

std::array<ompt_callback_t, last_callback + 1> callbacks;

ompt_set_result_t set_callback(ompt_callbacks_t event, ompt_callback_t callback) {
  if (event < callbacks.size())
    callbacks[event] = callback;
  return ompt_set_always;
}

ompt_interface_fn_t lookup(const char *name) {
  return std::string_view(name) == "ompt_set_callback"
             ? reinterpret_cast<ompt_interface_fn_t>(&set_callback)
             : nullptr;
}

template <ompt_callbacks_t code> auto callback() {
  return reinterpret_cast<callback_signature_t<code>>(callbacks[code]);
}

// The arguments of the callbacks: one of everything.
struct Objects {
  ompt_data_t thread{}, parallel{}, task{}, child{};
  ompt_frame_t frame{};
  const void *code = reinterpret_cast<const void *>(0x401234);
};
Objects objects;

double now_ns() {
  return static_cast<double>(std::chrono::steady_clock::now().time_since_epoch().count());
}

// The time of this thread alone: neighbours on the same core do not count.
double processor_ns() {
  timespec t;
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

constexpr int batch = 500;

// Times batches of `events` calls each; the loop variable is the benchmark's iteration.
template <class Batch> void run(benchmark::State &state, Batch &&one_batch) {
  std::vector<double> times;
  times.reserve(static_cast<std::size_t>(state.max_iterations));
  const double begin = processor_ns();
  for (auto _ : state) {
    const double before = now_ns();
    one_batch();
    times.push_back((now_ns() - before) / batch);
  }
  const double processor = processor_ns() - begin;
  if (times.empty())
    return;
  double sum = 0;
  for (const double time : times)
    sum += time;
  std::sort(times.begin(), times.end());
  const auto at = [&](double part) {
    return times[static_cast<std::size_t>(part * static_cast<double>(times.size() - 1))];
  };
  state.counters["ns_p50"] = at(0.5);
  state.counters["ns_p90"] = at(0.9);
  state.counters["ns_p99"] = at(0.99);
  const auto batches = static_cast<double>(times.size());
  state.counters["ns_sustained"] = sum / batches;
  state.counters["ns_processor"] = processor / batches / batch;
}

template <class Call> void events(benchmark::State &state, Call call) {
  run(state, [&] {
    for (int i = 0; i < batch; ++i)
      call();
  });
}

[[gnu::noinline]] void do_nothing(ompt_mutex_t, ompt_wait_id_t, const void *) { asm volatile(""); }

void nothing(benchmark::State &state) {
  auto *volatile function = &do_nothing;
  events(state, [&] { function(ompt_mutex_critical, 1, objects.code); });
}
void mutex_acquired(benchmark::State &state) {
  const auto function = callback<ompt_callback_mutex_acquired>();
  events(state, [&] { function(ompt_mutex_critical, 1, objects.code); });
}
void sync_region(benchmark::State &state) {
  const auto function = callback<ompt_callback_sync_region>();
  events(state, [&] {
    function(ompt_sync_region_barrier_explicit, ompt_scope_begin, &objects.parallel, &objects.task,
             objects.code);
  });
}
void work(benchmark::State &state) {
  const auto function = callback<ompt_callback_work>();
  events(state, [&] {
    function(ompt_work_loop_static, ompt_scope_begin, &objects.parallel, &objects.task, 100,
             objects.code);
  });
}
void task_create(benchmark::State &state) {
  const auto function = callback<ompt_callback_task_create>();
  events(state, [&] {
    objects.child.value = 0;
    function(&objects.task, &objects.frame, &objects.child, ompt_task_explicit, 0, objects.code);
  });
}
void task_schedule(benchmark::State &state) {
  const auto function = callback<ompt_callback_task_schedule>();
  events(state, [&] { function(&objects.task, ompt_task_switch, &objects.child); });
}
void dispatch(benchmark::State &state) {
  const auto function = callback<ompt_callback_dispatch>();
  ompt_dispatch_chunk_t chunk{};
  ompt_data_t instance{};
  instance.ptr = &chunk;
  events(state, [&] {
    function(&objects.parallel, &objects.task, ompt_dispatch_ws_loop_chunk, instance);
  });
}

#if defined(__x86_64__)
void clock_rdtsc(benchmark::State &state) {
  events(state, [] { benchmark::DoNotOptimize(__rdtsc()); });
}
void clock_lfence_rdtsc(benchmark::State &state) {
  events(state, [] {
    _mm_lfence();
    benchmark::DoNotOptimize(__rdtsc());
  });
}
// The least cost of recording: a time stamp and this many bytes for each event, in a buffer that is
// written to a file when it is full. It looks at no field, and computes no checksum.
template <std::size_t bytes> void bare_store(benchmark::State &state) {
  static std::array<std::byte, 256 * 1024> buffer;
  std::array<std::byte, bytes> record{};
  const int file = ::open(".", O_TMPFILE | O_RDWR, 0600);
  std::byte *at = buffer.data();
  bool written = file >= 0;
  events(state, [&] {
    const auto time = __rdtsc();
    std::memcpy(record.data(), &time, sizeof time);
    if (static_cast<std::size_t>(buffer.data() + buffer.size() - at) < bytes) {
      const auto full = at - buffer.data();
      written = ::write(file, buffer.data(), static_cast<std::size_t>(full)) == full && written;
      at = buffer.data();
    }
    std::memcpy(at, record.data(), bytes);
    at += bytes;
    benchmark::ClobberMemory();
  });
  if (!written)
    state.SkipWithError("nothing could be written");
  ::close(file);
}
BENCHMARK(clock_rdtsc)->Iterations(4000);
BENCHMARK(clock_lfence_rdtsc)->Iterations(4000);
BENCHMARK(bare_store<26>)->Iterations(4000); // mutex_acquired
BENCHMARK(bare_store<28>)->Iterations(4000); // sync_region
BENCHMARK(bare_store<36>)->Iterations(4000); // work
BENCHMARK(bare_store<58>)->Iterations(4000); // task_create
#endif
void clock_monotonic(benchmark::State &state) {
  events(state, [] {
    timespec t;
    ::clock_gettime(CLOCK_MONOTONIC, &t);
    benchmark::DoNotOptimize(t);
  });
}

BENCHMARK(clock_monotonic)->Iterations(4000);
BENCHMARK(nothing)->Iterations(4000);
BENCHMARK(mutex_acquired)->Iterations(4000);
BENCHMARK(sync_region)->Iterations(4000);
BENCHMARK(work)->Iterations(4000);
BENCHMARK(task_create)->Iterations(4000);
BENCHMARK(task_schedule)->Iterations(4000);
BENCHMARK(dispatch)->Iterations(4000);

bool start_checker(const std::string &trace) {
  ::setenv("OMPT_CTS_TRACE", trace.c_str(), 1);
  ::setenv("OMPT_CTS_PROBES", "none", 1);
  void *library = ::dlopen(CTS_CHECKER, RTLD_NOW | RTLD_GLOBAL);
  using Start = ompt_start_tool_result_t *(unsigned, const char *);
  auto *start = library ? reinterpret_cast<Start *>(::dlsym(library, "ompt_start_tool")) : nullptr;
  ompt_start_tool_result_t *tool = start ? start(201811, "benchmark") : nullptr;
  if (!tool || !tool->initialize(lookup, 0, &tool->tool_data))
    return false;
  callback<ompt_callback_thread_begin>()(ompt_thread_initial, &objects.thread);
  callback<ompt_callback_implicit_task>()(ompt_scope_begin, nullptr, &objects.task, 1, 0,
                                          ompt_task_initial);
  callback<ompt_callback_parallel_begin>()(&objects.task, &objects.frame, &objects.parallel, 1, 0,
                                           objects.code);
  return true;
}

} // namespace

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  std::string folder = (std::filesystem::current_path() / "trace-XXXXXX").string();
  if (!::mkdtemp(folder.data()) || !start_checker(folder + "/t")) {
    std::fprintf(stderr, "recorder_benchmark: the checker does not start\n");
    return 2;
  }
  benchmark::RunSpecifiedBenchmarks();
  std::filesystem::remove_all(folder);
  return 0;
}
