#include "checker_tool/probes.h"

#include "checker_tool/entry_points.h"
#include "checker_tool/stacks.h"
#include "ompt_abi/tables.h"

#include <algorithm>
#include <atomic>
#include <bitset>
#include <initializer_list>

namespace cts {
namespace {

using namespace ompt_abi;

// The outputs' values before a call, so that a trace shows which outputs the runtime wrote.
constexpr int canary = -77777;
constexpr u64 canary_word = 0xCA9A71CA9A71CA90;
constexpr int level_limit = 16;
constexpr int enumeration_limit = 512;
constexpr int id_limit = 128;

template <class T> T *canary_pointer() { return reinterpret_cast<T *>(canary_word); }

// An output pointer: read through it only if the answer says that it is set.
Ref output(ThreadRecorder &thread, const ompt_data_t *p, bool meant) {
  if (meant)
    return thread.ref(p);
  Ref r;
  if (p != canary_pointer<ompt_data_t>())
    r.address = reinterpret_cast<u64>(p);
  return r;
}

void probe_thread(ThreadRecorder &thread, u8 code) {
  event::probe_thread e;
  e.asked = code;
  if (entry_points.get_thread_data)
    e.thread = output(thread, entry_points.get_thread_data(), true);
  ompt_wait_id_t wait_id = canary_word;
  if (entry_points.get_state)
    e.state = static_cast<u32>(entry_points.get_state(&wait_id));
  e.wait_id = wait_id;
  if (entry_points.get_unique_id)
    e.unique_id = entry_points.get_unique_id();
  thread.record(e);
}

int probe_parallel(ThreadRecorder &thread, u8 code, int level) {
  ompt_data_t *parallel = canary_pointer<ompt_data_t>();
  int team_size = canary;
  const int result = entry_points.get_parallel_info(level, &parallel, &team_size);
  thread.record(
      event::probe_parallel{code, level, result, output(thread, parallel, result == 2), team_size});
  return result;
}

// The answer of ompt_get_task_info.
int probe_task(ThreadRecorder &thread, u8 code, int level) {
  int flags = canary, thread_num = canary;
  ompt_data_t *task = canary_pointer<ompt_data_t>(), *parallel = task;
  ompt_frame_t *frame = canary_pointer<ompt_frame_t>();
  const int result =
      entry_points.get_task_info(level, &flags, &task, &frame, &parallel, &thread_num);
  const bool meant = result == 2;
  Frame contents;
  if (meant)
    contents = thread.frame(frame);
  else if (frame != canary_pointer<ompt_frame_t>())
    contents.address = reinterpret_cast<u64>(frame);
  thread.record(event::probe_task{code, level, result, static_cast<u32>(flags),
                                  output(thread, task, meant), contents,
                                  output(thread, parallel, meant), thread_num});
  return result;
}

// True if a task is current.
bool probe_levels(ThreadRecorder &thread, u8 code, int most) {
  if (entry_points.get_parallel_info)
    for (int level = 0; level < most && probe_parallel(thread, code, level) != 0; ++level) {
    }
  bool current = false;
  if (entry_points.get_task_info)
    for (int level = 0; level < most; ++level) {
      const int result = probe_task(thread, code, level);
      current |= level == 0 && result == 2;
      if (result == 0)
        break;
    }
  return current;
}

int ask(int (*entry_point)()) { return entry_point ? entry_point() : canary; }

// Memory for an entry point's answers, outside the stack: ids, each list with one more that must
// stay unchanged, and words to record them.
class Answers {
public:
  explicit operator bool() const { return ids() != nullptr; }
  int *ids() const { return memory_.as<int>(); }
  u64 *words() const { return memory_.as<u64>() + (id_limit + 2) / 2; }
  void clear() const { std::fill_n(ids(), id_limit + 1, canary); }

private:
  static_assert((id_limit + 2) * sizeof(int) + id_limit * sizeof(u64) <= Scratch::bytes);
  Scratch memory_;
};

// The thread's place, and the machine's size.
event::probe_places probe_place(ThreadRecorder &thread, u8 code, bool *intact = nullptr) {
  event::probe_places e;
  e.asked = code;
  e.num_procs = ask(entry_points.get_num_procs);
  e.num_places = ask(entry_points.get_num_places);
  e.place_num = ask(entry_points.get_place_num);
  // An array without room: a runtime that assumes a larger one overwrites the canary, not a null
  // pointer, which would end the program.
  e.partition_size = canary;
  if (const Answers answers; answers && entry_points.get_partition_place_nums) {
    answers.clear();
    e.partition_size = entry_points.get_partition_place_nums(0, answers.ids());
    if (intact)
      *intact = answers.ids()[0] == canary;
  }
  e.proc_id = ask(entry_points.get_proc_id);
  e.num_devices = ask(entry_points.get_num_devices);
  thread.record(e);
  return e;
}

void probe_places(ThreadRecorder &thread, u8 code) {
  bool partition_intact = false;
  const event::probe_places e = probe_place(thread, code, &partition_intact);
  const Answers answers;
  if (!answers)
    return;
  const int *ids = answers.ids();
  // The buffer has exactly the required size; the bytes after it must stay unchanged.
  const auto list = [&](int count, bool &intact) {
    const int shown = std::clamp(count, 0, id_limit);
    intact = ids[shown] == canary;
    for (int i = 0; i < shown; ++i)
      answers.words()[i] = static_cast<u64>(static_cast<i64>(ids[i]));
    return List(answers.words(), static_cast<u32>(shown));
  };
  bool intact = false;
  if (entry_points.get_place_proc_ids)
    for (int place = 0; place < std::min(e.num_places, 4); ++place) {
      answers.clear();
      const int size = entry_points.get_place_proc_ids(place, 0, answers.ids());
      const bool untouched = ids[0] == canary;
      if (size < 0 || size > id_limit)
        continue;
      const int result = entry_points.get_place_proc_ids(place, size, answers.ids());
      const List shown = list(result, intact);
      thread.record(event::probe_place_procs{place, result, size, intact && untouched, shown});
    }
  if (entry_points.get_partition_place_nums && e.partition_size >= 0 &&
      e.partition_size <= id_limit) {
    answers.clear();
    const int result = entry_points.get_partition_place_nums(e.partition_size, answers.ids());
    const List shown = list(result, intact);
    thread.record(
        event::probe_partition{result, e.partition_size, intact && partition_intact, shown});
  }
}

void probe_target(ThreadRecorder &thread, u8 code) {
  if (!entry_points.get_target_info)
    return;
  u64 device_num = canary_word;
  ompt_id_t target_id = canary_word, host_op_id = canary_word;
  const int result = entry_points.get_target_info(&device_num, &target_id, &host_op_id);
  thread.record(event::probe_target{code, result, device_num, target_id, host_op_id});
}

void probe_memory(ThreadRecorder &thread) {
  if (!entry_points.get_task_memory)
    return;
  int result = 1;
  for (int block = 0; block < level_limit && result == 1; ++block) {
    void *address = nullptr;
    std::size_t size = 0;
    result = entry_points.get_task_memory(&address, &size, block);
    thread.record(event::probe_memory{block, result, reinterpret_cast<u64>(address), size});
  }
}

void probe_null_outputs(ThreadRecorder &thread) {
  int size = 0, number = 0;
  ompt_data_t *data = nullptr, *parallel = nullptr;
  ompt_frame_t *frame = nullptr;
  ompt_wait_id_t wait_id = 0;
  if (entry_points.get_parallel_info) {
    const int with = entry_points.get_parallel_info(0, &data, &size);
    thread.record(event::probe_null_outputs{
        "ompt_get_parallel_info", entry_points.get_parallel_info(0, nullptr, nullptr), with});
  }
  if (entry_points.get_task_info) {
    const int with = entry_points.get_task_info(0, &size, &data, &frame, &parallel, &number);
    thread.record(event::probe_null_outputs{
        "ompt_get_task_info",
        entry_points.get_task_info(0, nullptr, nullptr, nullptr, nullptr, nullptr), with});
  }
  if (entry_points.get_state) {
    const int with = entry_points.get_state(&wait_id);
    thread.record(
        event::probe_null_outputs{"ompt_get_state", entry_points.get_state(nullptr), with});
  }
}

constexpr u64 bits(std::initializer_list<u8> codes) {
  u64 set = 0;
  for (const u8 code : codes)
    set |= u64{1} << code;
  return set;
}

// Events at which a task is certainly current. Sampling, for programs that are only judged, asks
// here, and about that task alone: some runtimes read freed memory for the ancestors of a task that
// another one scheduled, where a task begins or ends, and at the late end of a worker's implicit
// task.
constexpr u64 safe = bits({event::parallel_begin::event_code, event::parallel_end::event_code,
                           event::task_create::event_code, event::target_emi::event_code,
                           event::target::event_code, event::control_tool::event_code});
constexpr std::bitset<event::code_limit> safe_callbacks{safe};
// Light probing asks at the most telling events and leaves out the frequent ones.
constexpr std::bitset<event::code_limit> light_callbacks{
    safe | bits({event::implicit_task::event_code, event::task_schedule::event_code})};

} // namespace

void probe(ThreadRecorder &thread, u8 code, Probes level) {
  thread.tell_stack();
  // At a thread's end and on threads that only serve a device, no task exists.
  const bool no_task =
      code == event::thread_end::event_code || code == event::device_initialize::event_code ||
      code == event::device_finalize::event_code || code == event::device_load::event_code ||
      code == event::device_unload::event_code;
  if (no_task)
    return;
  if (code == event::thread_begin::event_code) {
    probe_thread(thread, code);
    static std::atomic_flag asked;
    if (!asked.test_and_set())
      probe_registered(thread);
    return;
  }
  if (level == Probes::full)
    probe_all(thread, code, level);
  else if (level == Probes::light ? light_callbacks[code]
                                  : safe_callbacks[code] && thread.in_sample(code)) {
    record_own_stack(thread);
    probe_thread(thread, code);
    const bool whole_stack = Recorder::instance().options().stacks;
    probe_levels(thread, code, whole_stack ? level_limit : level == Probes::light ? 2 : 1);
    if (code == event::target_emi::event_code || code == event::target::event_code)
      probe_target(thread, code);
  }
}

void probe_all(ThreadRecorder &thread, u8 code, Probes level) {
  record_own_stack(thread);
  probe_thread(thread, code);
  const bool task = probe_levels(thread, code, level_limit);
  probe_target(thread, code);
  if (level == Probes::full) {
    // A runtime that starts again in a forked child may report the initial task while it holds its
    // initialization lock, and a question about places would need that lock.
    if (code != event::implicit_task::event_code || !Recorder::instance().forked())
      probe_places(thread, code);
    // A runtime may read the memory of the current task without a check that a task exists.
    if (task)
      probe_memory(thread);
    probe_null_outputs(thread);
  }
}

void probe_in_handler(ThreadRecorder &samples, u32 group) {
  constexpr u8 code = event::sample::event_code;
  const auto asks = [&](std::string_view what) { samples.record(event::sample_asks{what}); };
  switch (group) {
  case 0:
    asks("ompt_get_thread_data, ompt_get_state, ompt_get_unique_id");
    probe_thread(samples, code);
    break;
  case 1:
    asks("ompt_get_parallel_info, ompt_get_task_info");
    probe_levels(samples, code, level_limit);
    break;
  case 2:
    asks("ompt_get_target_info");
    probe_target(samples, code);
    break;
  case 3:
    asks("ompt_get_num_procs, ompt_get_num_places, ompt_get_place_num, "
         "ompt_get_partition_place_nums, ompt_get_proc_id, ompt_get_num_devices");
    probe_place(samples, code);
    break;
  case 4:
    asks("ompt_get_task_memory");
    probe_memory(samples);
    break;
  }
}

void probe_registered(ThreadRecorder &thread) {
  for (const auto &entry_point : host_entry_points())
    if (runtime_lookup)
      thread.record(event::lookup{
          entry_point.name, reinterpret_cast<u64>(runtime_lookup(entry_point.name.data())), 1});
  if (!entry_points.get_callback)
    return;
  for (const auto &callback : all_callbacks()) {
    ompt_callback_t stored = nullptr;
    const int found = entry_points.get_callback(callback.code, &stored);
    thread.record(event::get_callback{static_cast<i32>(callback.code), found,
                                      found == 1 && stored == checkers_function(callback.code)});
  }
}

void probe_processors(ThreadRecorder &thread) {
  const auto ask = [](int (*entry_point)()) { return entry_point ? entry_point() : -1; };
  if (entry_points.get_num_procs && entry_points.get_num_places)
    thread.record(event::probe_places{
        event::tool_initialize::event_code, ask(entry_points.get_num_procs),
        ask(entry_points.get_num_places), -1, 0, ask(entry_points.get_proc_id), -1});
}

void probe_enumerations(ThreadRecorder &thread) {
  const Scratch memory;
  char *const buffer = memory.as<char>();
  int state = ompt_state_undefined;
  for (int i = 0; entry_points.enumerate_states && i < enumeration_limit; ++i) {
    int next = canary;
    const char *name = nullptr;
    const int result = entry_points.enumerate_states(state, &next, &name);
    thread.record(event::enumerate_state{state, result, next,
                                         result ? thread.text(name, buffer) : std::string_view()});
    if (!result)
      break;
    state = next;
  }
  int impl = 0;
  for (int i = 0; entry_points.enumerate_mutex_impls && i < enumeration_limit; ++i) {
    int next = canary;
    const char *name = nullptr;
    const int result = entry_points.enumerate_mutex_impls(impl, &next, &name);
    thread.record(event::enumerate_mutex_impl{
        impl, result, next, result ? thread.text(name, buffer) : std::string_view()});
    if (!result)
      break;
    impl = next;
  }
}

} // namespace cts
