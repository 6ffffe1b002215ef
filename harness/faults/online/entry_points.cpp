// Entry points with wrong answers. Each answer has the name of its field in the trace: the answer
// of ompt_get_state is probe_thread.state.
#include "faults/online/entry_points.h"

#include "faults/online/callbacks.h"
#include "faults/online/spec.h"
#include "ompt_abi/names.h"

#include <cstdlib>
#include <string>

namespace cts::faults::online {
namespace {

using namespace ompt_abi;

struct Real {
#define CTS_host(name) ompt_##name##_t name = nullptr;
#include "ompt_abi/entry_points.def"
} real;

const FieldInfo &info_of_field(u8 code, std::string_view name) {
  for (const FieldInfo &field : fields_of(code))
    if (field.name == name)
      return field;
  std::abort(); // the event table lacks a name of this file
}

template <class E, class T>
void answer(const char *field, T &value, std::string_view variant = "") {
  if (!spec().hits(E::event_code, variant, field) || misbehave(spec().what()))
    return;
  const FieldInfo &info = info_of_field(E::event_code, field);
  if constexpr (std::is_pointer_v<T>)
    value = reinterpret_cast<T>(broken_value(info, spec().what(), reinterpret_cast<u64>(value)));
  else
    value = static_cast<T>(broken_value(info, spec().what(), static_cast<u64>(value)));
}
template <class E, class T> void output(const char *field, T *place) {
  if (place)
    answer<E>(field, *place);
}
template <class E, class T> T answered(const char *field, T value) {
  answer<E>(field, value);
  return value;
}

template <class E>
int enumerate(int (*ask)(int, int *, const char **), const char *value, const char *name_field,
              int current, int *next, const char **name) {
  int result = ask(current, next, name);
  answer<E>("result", result);
  output<E>(value, next);
  output<E>(name_field, name);
  return result;
}
int enumerate_states(int current, int *next, const char **name) {
  return enumerate<event::enumerate_state>(real.enumerate_states, "state", "state_name", current,
                                           next, name);
}
int enumerate_mutex_impls(int current, int *next, const char **name) {
  return enumerate<event::enumerate_mutex_impl>(real.enumerate_mutex_impls, "impl", "impl_name",
                                                current, next, name);
}

// The environment's list of callbacks for which the runtime answers never, as if it lacked them.
bool withheld(const std::string &name) {
  const char *names = std::getenv("OMPT_WITHHOLD");
  return names && ("," + std::string(names) + ",").find("," + name + ",") != std::string::npos;
}

ompt_set_result_t set_callback(ompt_callbacks_t code, ompt_callback_t callback) {
  const std::string name = render(enum_kind::callback, code);
  if (withheld(name))
    return ompt_set_never;
  const ompt_callback_t ours = stand_in(code, callback);
  const bool never = spec().breaks(event::set_callback::event_code) && spec().what() == "is_never";
  auto result = real.set_callback(code, never ? nullptr : ours);
  answer<event::set_callback>("answer", result, name);
  if (callback && spec().what() == "before_initialization" && spec().breaks(static_cast<u8>(code)))
    before_initialization(code);
  return result;
}

int get_callback(ompt_callbacks_t code, ompt_callback_t *callback) {
  int found = real.get_callback(code, callback);
  if (found == 1 && callback && *callback)
    *callback = kept_callback(code);
  answer<event::get_callback>("found", found, render(enum_kind::callback, code));
  return found;
}

ompt_data_t *get_thread_data() {
  return answered<event::probe_thread>("thread", real.get_thread_data());
}
std::string_view name_of_state(int state) {
  for (const auto &e : info_of(enum_kind::state).enumerators)
    if (static_cast<int>(e.value) == state)
      return e.name;
  return "";
}
int get_state(ompt_wait_id_t *wait_id) {
  using E = event::probe_thread;
  int state = real.get_state(wait_id);
  const std::string_view name = name_of_state(state);
  if (wait_id)
    answer<E>("wait_id", *wait_id, name);
  answer<E>("state", state, name);
  return state;
}
std::uint64_t get_unique_id() {
  return answered<event::probe_thread>("unique_id", real.get_unique_id());
}

int get_parallel_info(int level, ompt_data_t **parallel, int *team_size) {
  using E = event::probe_parallel;
  int result = real.get_parallel_info(level, parallel, team_size);
  if (result == 2) {
    output<E>("parallel", parallel);
    output<E>("team_size", team_size);
  }
  answer<E>("result", result);
  return result;
}

int get_task_info(int level, int *flags, ompt_data_t **task, ompt_frame_t **frame,
                  ompt_data_t **parallel, int *thread_num) {
  using E = event::probe_task;
  int result = real.get_task_info(level, flags, task, frame, parallel, thread_num);
  if (result == 2) {
    output<E>("flags", flags);
    output<E>("task", task);
    output<E>("frame", frame);
    output<E>("parallel", parallel);
    output<E>("thread_num", thread_num);
  }
  answer<E>("result", result);
  return result;
}

int get_num_procs() { return answered<event::probe_places>("num_procs", real.get_num_procs()); }
int get_num_places() { return answered<event::probe_places>("num_places", real.get_num_places()); }
int get_place_num() { return answered<event::probe_places>("place_num", real.get_place_num()); }
int get_proc_id() { return answered<event::probe_places>("proc_id", real.get_proc_id()); }
int get_num_devices() {
  return answered<event::probe_places>("num_devices", real.get_num_devices());
}
int get_place_proc_ids(int place, int size, int *ids) {
  return answered<event::probe_place_procs>("result", real.get_place_proc_ids(place, size, ids));
}
int get_partition_place_nums(int size, int *places) {
  return answered<event::probe_partition>("result", real.get_partition_place_nums(size, places));
}

int get_task_memory(void **address, std::size_t *size, int block) {
  using E = event::probe_memory;
  int result = real.get_task_memory(address, size, block);
  output<E>("address", address);
  output<E>("size", size);
  answer<E>("result", result);
  return result;
}

int get_target_info(std::uint64_t *device_num, ompt_id_t *target_id, ompt_id_t *host_op_id) {
  using E = event::probe_target;
  int result = real.get_target_info(device_num, target_id, host_op_id);
  output<E>("device_num", device_num);
  output<E>("target_id", target_id);
  output<E>("host_op_id", host_op_id);
  answer<E>("result", result);
  return result;
}

void finalize_tool() { real.finalize_tool(); }

} // namespace

ompt_interface_fn_t wrapped(ompt_function_lookup_t lookup, const char *name) {
  auto found = lookup(name);
#define CTS_host(entry)                                                                            \
  if (found && std::string_view(name) == "ompt_" #entry) {                                         \
    real.entry = reinterpret_cast<ompt_##entry##_t>(found);                                        \
    found = reinterpret_cast<ompt_interface_fn_t>(&entry);                                         \
  }
#include "ompt_abi/entry_points.def"
  answer<event::lookup>("address", found, name);
  return found;
}

} // namespace cts::faults::online
