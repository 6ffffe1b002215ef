// The synthetic runtime's entry points: the scenario gives their answers; without one they answer
// as a runtime without information.
#include "faults/synth/player.h"
#include "faults/synth/texts.h"
#include "ompt_abi/names.h"
#include "ompt_abi/tables.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <thread>

namespace cts::synth {
namespace {

using namespace ompt_abi;

Player &player() { return Player::instance(); }

u64 number(const Record *record, const char *field, u64 otherwise) {
  return record ? record->find(field)->number : otherwise;
}

// The enumeration that the scenario gives, or the true one; it begins after `start`.
int enumerate(u8 code, enum_kind kind, int start, int current, int *next, const char **name) {
  struct Entry {
    u64 value;
    const char *name;
  };
  std::vector<Entry> entries;
  for (const Record *record : player().scripted(code)) {
    const u64 value = record->values[2].number;
    const std::string &text = record->values[3].text;
    if (record->find("result")->number)
      entries.push_back({value, text_for(text)});
  }
  if (entries.empty())
    for (const auto &e : info_of(kind).enumerators)
      if (static_cast<int>(e.value) != start && known_in(kind, e.value, version::v60))
        entries.push_back({e.value, e.c_name.data()});
  auto at = std::find_if(entries.begin(), entries.end(),
                         [&](const Entry &e) { return static_cast<int>(e.value) == current; });
  if (current == start)
    at = entries.begin();
  else if (at != entries.end())
    ++at;
  if (at == entries.end())
    return 0;
  *next = static_cast<int>(at->value);
  *name = at->name;
  return 1;
}

int enumerate_states(int current, int *next, const char **name) {
  return enumerate(event::enumerate_state::event_code, enum_kind::state, ompt_state_undefined,
                   current, next, name);
}

int enumerate_mutex_impls(int current, int *next, const char **name) {
  const auto &given = player().scripted(event::enumerate_mutex_impl::event_code);
  if (!given.empty())
    return enumerate(event::enumerate_mutex_impl::event_code, enum_kind::mutex, 0, current, next,
                     name);
  if (current)
    return 0;
  *next = 1;
  *name = "synthetic";
  return 1;
}

ompt_set_result_t set_callback(ompt_callbacks_t code, ompt_callback_t callback) {
  if (!find_callback(u64{code}))
    return ompt_set_error;
  u64 answer = ompt_set_always;
  for (const Record *record : player().scripted(event::set_callback::event_code))
    if (record->find("event")->number == code)
      answer = record->find("answer")->number;
  if (answer >= ompt_set_sometimes)
    player().callbacks[code] = callback;
  return static_cast<ompt_set_result_t>(answer);
}

int get_callback(ompt_callbacks_t code, ompt_callback_t *callback) {
  if (!find_callback(u64{code}) || !player().callbacks[code])
    return 0;
  *callback = player().callbacks[code];
  return 1;
}

ompt_data_t *get_thread_data() {
  const Record *record = player().answers().thread;
  return record ? reinterpret_cast<ompt_data_t *>(player().word_for(*record->find("thread")))
                : nullptr;
}

int get_state(ompt_wait_id_t *wait_id) {
  if (player().exits) {
    Player::note_end();
    std::exit(0);
  }
  const Record *record = player().answers().thread;
  if (wait_id)
    *wait_id = number(record, "wait_id", 0);
  return static_cast<int>(number(record, "state", ompt_state_work_serial));
}

std::uint64_t get_unique_id() {
  static std::atomic<std::uint64_t> next; // of all threads, in signal handlers as well
  return ++next;
}

int get_parallel_info(int level, ompt_data_t **parallel, int *team_size) {
  const auto &known = player().answers().parallels;
  const auto at = known.find(static_cast<u64>(level));
  if (at == known.end())
    return 0;
  if (parallel)
    *parallel = reinterpret_cast<ompt_data_t *>(player().word_for(*at->second->find("parallel")));
  if (team_size)
    *team_size = static_cast<int>(at->second->find("team_size")->number);
  return static_cast<int>(at->second->find("result")->number);
}

int get_task_info(int level, int *flags, ompt_data_t **task, ompt_frame_t **frame,
                  ompt_data_t **parallel, int *thread_num) {
  const auto &known = player().answers().tasks;
  const auto at = known.find(static_cast<u64>(level));
  if (at == known.end())
    return 0;
  const Record &record = *at->second;
  if (flags)
    *flags = static_cast<int>(record.find("flags")->number);
  if (task)
    *task = reinterpret_cast<ompt_data_t *>(player().word_for(*record.find("task")));
  if (parallel)
    *parallel = reinterpret_cast<ompt_data_t *>(player().word_for(*record.find("parallel")));
  if (thread_num)
    *thread_num = static_cast<int>(record.find("thread_num")->number);
  if (frame) {
    thread_local ompt_frame_t answer;
    const Frame &f = record.find("frame")->frame;
    answer.exit_frame.value = f.exit;
    answer.enter_frame.value = f.enter;
    answer.exit_frame_flags = static_cast<int>(f.exit_flags);
    answer.enter_frame_flags = static_cast<int>(f.enter_flags);
    *frame = f.address ? &answer : nullptr;
  }
  return static_cast<int>(record.find("result")->number);
}

int places(const char *field, int otherwise) {
  return static_cast<int>(
      number(player().answers().places, field, static_cast<u64>(static_cast<i64>(otherwise))));
}
int get_num_procs() {
  return places("num_procs", static_cast<int>(std::thread::hardware_concurrency()));
}
int get_num_places() { return places("num_places", 0); }
int get_place_num() { return places("place_num", -1); }
int get_proc_id() { return places("proc_id", -1); }
int get_num_devices() { return places("num_devices", 0); }
int get_place_proc_ids(int, int, int *) { return 0; }
int get_partition_place_nums(int, int *) { return places("partition_size", 0); }
int get_task_memory(void **, std::size_t *, int) { return 0; }

int get_target_info(std::uint64_t *device_num, ompt_id_t *target_id, ompt_id_t *host_op_id) {
  const Record *record = player().answers().target;
  if (!record || record->find("result")->number == 0)
    return 0;
  *device_num = record->find("device_num")->number;
  *target_id = record->find("target_id")->number;
  *host_op_id = record->find("host_op_id")->number;
  return static_cast<int>(record->find("result")->number);
}

void finalize_tool() { player().finalize(); }

} // namespace

ompt_interface_fn_t lookup(const char *name) {
  if (player().withholds(event::lookup::event_code, name, "address"))
    return nullptr;
#define CTS_host(entry)                                                                            \
  if (std::string_view(name) == "ompt_" #entry)                                                    \
    return reinterpret_cast<ompt_interface_fn_t>(static_cast<ompt_##entry##_t>(&entry));
#include "ompt_abi/entry_points.def"
  return nullptr;
}

} // namespace cts::synth
