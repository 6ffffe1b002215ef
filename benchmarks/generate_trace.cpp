// generate_trace DIR EVENTS [THREADS]: a conforming trace of about that many events that involve
// all machines of the host side: regions, worksharing, barriers, tasks, locks. The number of living
// entities does not depend on its length.
#include "ompt_abi/tables.h"
#include "trace/manifest_made.h"
#include "trace/metadata.h"
#include "trace/stream_writer.h"

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <vector>

namespace fs = std::filesystem;
using namespace cts;
using namespace ompt_abi;

namespace {

// Writes one program of regions, each a loop, a single with tasks, and a lock.
class Generator {
public:
  Generator(const std::string &directory, u32 threads) : directory_(directory), writers_(threads) {
    for (u32 i = 0; i < threads; ++i)
      if (!writers_[i].open(directory_.c_str(), i))
        std::exit(2);
  }

  void run(u64 events) {
    const u32 threads = static_cast<u32>(writers_.size());
    put(0, event::start_tool{202111, "generated"});
    put(0, event::tool_initialize{0, 0x1000, 0x2000, 0x2000});
    put(0, event::tool_initialized{1});
    initial_ = id();
    for (u32 t = 0; t < threads; ++t) {
      thread_.push_back(id());
      put(t,
          event::thread_begin{t ? ompt_thread_worker : ompt_thread_initial, created(thread_[t])});
    }
    put(0, event::implicit_task{ompt_scope_begin, {}, created(initial_), 1, 1, ompt_task_initial});
    while (written_ < events)
      region();
    for (u32 t = threads; t-- > 1;)
      put(t, event::thread_end{ref(thread_[t])});
    put(0, event::implicit_task{ompt_scope_end, {}, ended(initial_), 0, 1, ompt_task_initial});
    put(0, event::thread_end{ref(thread_[0])});
    put(0, event::tool_finalize{0x2000, 0x2000, 1, 1});
    for (StreamWriter &writer : writers_)
      writer.close();
  }
  u64 written() const { return written_; }

private:
  template <class E> void put(u32 thread, const E &e) {
    time_ += 3000; // longer than the limit for simultaneous events
    if (!writers_[thread].append(e, time_))
      std::exit(2);
    ++written_;
  }
  u32 id() { return next_++; }
  static Ref ref(u32 id) {
    Ref r;
    r.id = id;
    return r;
  }
  static New created(u32 id) {
    New n;
    n.id = id;
    n.address = 0x100000 + u64{id % 4096} * 64;
    return n;
  }
  static New ended(u32 id) { return created(id); }

  void barrier(u32 kind, u32 parallel, const std::vector<u32> &tasks, bool closing) {
    const u32 threads = static_cast<u32>(writers_.size());
    for (u32 t = 0; t < threads; ++t) {
      put(t, event::sync_region{kind, ompt_scope_begin, ref(parallel), ref(tasks[t]), 0});
      put(t, event::sync_region_wait{kind, ompt_scope_begin, ref(parallel), ref(tasks[t]), 0});
    }
    for (u32 t = 0; t < threads; ++t) {
      const Ref of = closing ? Ref{} : ref(parallel);
      put(t, event::sync_region_wait{kind, ompt_scope_end, ref(parallel), ref(tasks[t]), 0});
      put(t, event::sync_region{kind, ompt_scope_end, of, ref(tasks[t]), 0});
    }
  }

  void tasks_in_single(u32 parallel, const std::vector<u32> &members) {
    const u32 threads = static_cast<u32>(writers_.size());
    for (u32 t = 0; t < threads; ++t) {
      const u32 type = t ? ompt_work_single_other : ompt_work_single_executor;
      put(t, event::work{type, ompt_scope_begin, ref(parallel), ref(members[t]), 1, 0});
      if (t == 0) {
        for (int i = 0; i < 32; ++i) {
          const u32 task = id();
          put(0, event::task_create{ref(members[0]), inner_frame_, created(task),
                                    ompt_task_explicit | ompt_task_undeferred, 0, 0});
          put(0, event::task_schedule{ref(members[0]), ompt_task_switch, ref(task)});
          put(0, event::mutex_acquire{ompt_mutex_critical, 0, 0, 0x5000, 0});
          put(0, event::mutex_acquired{ompt_mutex_critical, 0x5000, 0});
          put(0, event::mutex_released{ompt_mutex_critical, 0x5000, 0});
          put(0, event::task_schedule{ref(task), ompt_task_complete, ref(members[0])});
        }
      }
      put(t, event::work{type, ompt_scope_end, ref(parallel), ref(members[t]), 1, 0});
    }
  }

  void region() {
    const u32 threads = static_cast<u32>(writers_.size());
    const u32 parallel = id();
    const u32 flags = ompt_parallel_invoker_runtime | ompt_parallel_team;
    put(0, event::parallel_begin{ref(initial_), frame_, created(parallel), threads, flags, 0});
    std::vector<u32> members;
    for (u32 t = 0; t < threads; ++t) {
      members.push_back(id());
      put(t, event::implicit_task{ompt_scope_begin, ref(parallel), created(members[t]), threads, t,
                                  ompt_task_implicit});
    }
    for (u32 t = 0; t < threads; ++t) {
      put(t, event::work{ompt_work_loop_static, ompt_scope_begin, ref(parallel), ref(members[t]),
                         iterations, 0});
      const u64 from = u64{iterations} * t / threads, to = u64{iterations} * (t + 1) / threads;
      const u64 chunk[] = {from, to - from};
      put(t, event::dispatch{ref(parallel), ref(members[t]), ompt_dispatch_ws_loop_chunk,
                             0x7fff1000, List(chunk, 2)});
      put(t, event::work{ompt_work_loop_static, ompt_scope_end, ref(parallel), ref(members[t]),
                         iterations, 0});
    }
    barrier(ompt_sync_region_barrier_implicit_workshare, parallel, members, false);
    tasks_in_single(parallel, members);
    barrier(ompt_sync_region_barrier_implicit_workshare, parallel, members, false);
    barrier(ompt_sync_region_barrier_implicit_parallel, parallel, members, true);
    for (u32 t = 0; t < threads; ++t)
      put(t, event::implicit_task{ompt_scope_end, {}, ended(members[t]), 0, t, ompt_task_implicit});
    put(0, event::parallel_end{ref(parallel), ref(initial_), flags, 0});
  }

  static constexpr u32 iterations = 64; // of the loop

  std::string directory_;
  std::deque<StreamWriter> writers_;
  std::vector<u32> thread_;
  const Frame frame_{1, 0, 0x7fff0000, 0, ompt_frame_application | ompt_frame_framepointer};
  // The runtime has called the implicit task.
  const Frame inner_frame_{1, 0x7fff8000, 0x7fff0000, ompt_frame_runtime | ompt_frame_framepointer,
                           ompt_frame_application | ompt_frame_framepointer};
  u32 next_ = 1;
  u32 initial_ = 0;
  u64 time_ = 0;
  u64 written_ = 0;
};

} // namespace

int main(int argc, char **argv) {
  const u64 events = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
  if (events == 0) {
    std::fprintf(stderr, "usage: generate_trace DIR EVENTS [THREADS]\n");
    return 2;
  }
  const fs::path directory = argv[1];
  if (!fs::create_directory(directory) || !fs::create_directory(directory / info_directory)) {
    std::fprintf(stderr, "generate_trace: %s exists or cannot be made\n", argv[1]);
    return 2;
  }
  Generator generator(directory, argc > 3 ? static_cast<u32>(std::atoi(argv[3])) : 2);
  generator.run(events);
  Environment environment = {{"tracer_name", "generated"}};
  for (const auto &callback : all_callbacks())
    environment.emplace_back("registered_" + std::string(callback.name), "always");
  std::ofstream(directory / metadata_name)
      << metadata_text({"monotonic", 1'000'000'000, 0}, environment);
  std::ofstream(directory / info_directory / maps_name);
  if (!make_manifest(directory, manifest_of_process()))
    return 2;
  std::printf("%llu events\n", static_cast<unsigned long long>(generator.written()));
}
