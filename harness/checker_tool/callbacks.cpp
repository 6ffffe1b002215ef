// Every callback does the same: take the time, look at the parameters, record one event, and call
// the entry points if requested. events.def names the event's fields, one for each parameter.
#include "checker_tool/callbacks.h"

#include "checker_tool/devices.h"
#include "checker_tool/probes.h"
#include "checker_tool/recorder.h"
#include "checker_tool/sampler.h"

#include <algorithm>

namespace cts {
namespace {

constinit Perturbation perturbation;

using namespace ompt_abi;

// The calling thread at the beginning of a callback.
class Here {
public:
  // The thread comes first: at its first event it records the stream's begin.
  Here() : recorder_(Recorder::instance()), thread_(recorder_.thread()) {
    if (thread_ && !thread_->enter()) [[unlikely]]
      thread_ = nullptr;
    time_ = recorder_.now();
  }
  explicit operator bool() const { return thread_ != nullptr; }

  Ref ref(const ompt_data_t *p) { return thread_->ref(p); }
  New created(ompt_data_t *p, bool begins = true) { return thread_->created(p, begins); }
  Frame frame(const ompt_frame_t *p) { return thread_->frame(p); }
  // The first and the second text of an event.
  std::string_view text(const char *p, u32 which = 0) {
    return thread_->text(p, thread_->room<char>() + which * (text_limit + 1));
  }
  // list_limit words for an event's list.
  u64 *words() { return thread_->room<u64>(); }
  template <class T> bool read(const T *p, T &value) { return thread_->read(p, value); }
  // The i-th element of an array that may be missing.
  template <class T> bool read(const T *array, unsigned i, T &value) {
    const auto address = reinterpret_cast<u64>(array) + u64{i} * sizeof(T);
    return thread_->read(reinterpret_cast<const T *>(address), value);
  }

  // The end of each callback: from here on a signal handler may record the next event.
  template <class E> void record(const E &e) {
    thread_->record_and_leave(e, time_);
    if (!thread_->only_records()) [[unlikely]]
      probe_and_perturb(e);
  }

private:
  template <class E> void probe_and_perturb(const E &e) {
    const Options &options = recorder_.options();
    if (options.probes != Probes::none)
      probe(*thread_, E::event_code, options.probes);
    if (options.order == Order::free)
      return;
    const sampler::Held held;
    if (options.order == Order::delays)
      delay();
    else if constexpr (std::is_same_v<E, event::thread_end>)
      perturbation.leave();
    else
      perturbation.turn(may_wait(e));
  }

  // Whether the thread continues to a wait for others, inside the runtime.
  template <class E> static bool may_wait(const E &e) {
    if constexpr (std::is_same_v<E, event::sync_region> ||
                  std::is_same_v<E, event::sync_region_wait>)
      return begins_here(e.endpoint);
    else if constexpr (std::is_same_v<E, event::implicit_task>)
      return !begins_here(e.endpoint);
    else
      return std::is_same_v<E, event::mutex_acquire>;
  }
  static bool begins_here(u32 endpoint) { return endpoint != ompt_scope_end; }

  // Seeded perturbation, so that repeated runs have other interleavings.
  void delay() {
    const u64 dice = thread_->random();
    if (dice % 8 == 0)
      kernel::yield();
    else if (dice % 8 == 1)
      for (u64 spin = dice % 4096; spin > 0; --spin)
        std::atomic_signal_fence(std::memory_order_seq_cst);
  }

  Recorder &recorder_;
  ThreadRecorder *thread_;
  u64 time_ = 0;
};

// The first step of every callback with a frame.
void frame_follows() {
  if (ThreadRecorder *thread = Recorder::instance().thread())
    thread->tell_stack();
}

u64 word(const void *p) { return reinterpret_cast<u64>(p); }

// A parameter of a callback as the event's field in its place (events.def).
struct Data {
  Here &here;
  ompt_data_t *p;
  bool begins;
  operator Ref() const { return here.ref(p); }
  operator New() const { return here.created(p, begins); }
};
struct Number {
  int value;
  operator i32() const { return value; }
  operator u32() const { return static_cast<u32>(value); }
};
template <class T> auto field(Here &here, bool begins, T parameter) {
  if constexpr (std::is_same_v<T, ompt_data_t *>)
    return Data{here, parameter, begins};
  else if constexpr (std::is_same_v<T, ompt_id_t *>) // a plain word of the tool, as ompt_data_t is
    return Data{here, reinterpret_cast<ompt_data_t *>(parameter), begins};
  else if constexpr (std::is_same_v<T, const ompt_frame_t *>)
    return here.frame(parameter);
  else if constexpr (std::is_same_v<T, const char *>)
    return here.text(parameter);
  else if constexpr (std::is_pointer_v<T>)
    return word(parameter);
  else if constexpr (std::is_same_v<T, int>)
    return Number{parameter};
  else
    return parameter;
}

// Whether the event brings an entity into life: at a scope's begin, or always.
bool begins() { return true; }
template <class T, class... More> bool begins(T first, More... more) {
  if constexpr (std::is_same_v<T, ompt_scope_endpoint_t>)
    return first != ompt_scope_end;
  else
    return begins(more...);
}

// Records the event of a callback with these parameters.
template <class E, class... Parameters> void record(Parameters... parameters) {
  if constexpr ((std::is_same_v<Parameters, const ompt_frame_t *> || ...))
    frame_follows();
  if (Here here; here)
    here.record(E{field(here, begins(parameters...), parameters)...});
}

// The callback of an event for which recording is all that is to do.
template <class E, class Signature> struct Recording;
template <class E, class... Parameters> struct Recording<E, void (*)(Parameters...)> {
  static void call(Parameters... parameters) { record<E>(parameters...); }
};

void on_thread_begin(ompt_thread_t type, ompt_data_t *thread) {
  record<event::thread_begin>(type, thread);
  sampler::thread_begins();
}

void on_thread_end(ompt_data_t *thread) {
  sampler::thread_ends();
  record<event::thread_end>(thread);
}

// A command that OpenMP leaves to tools (64 and up) returns its modifier, so a program can see that
// the routine returns the callback's result.
int on_control_tool(std::uint64_t command, std::uint64_t modifier, void *arg, const void *ra) {
  record<event::control_tool>(command, modifier, arg, ra);
  control_device_tracing(command);
  return command >= 64 ? static_cast<int>(modifier & 0x7FFFFFFF) : 0;
}

void on_device_initialize(int device_num, const char *type, ompt_device_t *device,
                          ompt_function_lookup_t lookup, const char *documentation) {
  if (Here here; here) {
    here.record(event::device_initialize{device_num, here.text(type), word(device),
                                         word(reinterpret_cast<const void *>(lookup)),
                                         here.text(documentation, 1)});
    start_device_tracing(device_num, device, lookup);
  }
}

void on_device_finalize(int device_num) {
  Recorder::instance().write_memory_map();
  record<event::device_finalize>(device_num);
  stop_device_tracing(device_num);
}

void on_device_load(int device_num, const char *filename, std::int64_t offset_in_file,
                    void *vma_in_file, std::size_t bytes, void *host_addr, void *device_addr,
                    std::uint64_t module_id) {
  record<event::device_load>(device_num, filename, offset_in_file, vma_in_file, bytes, host_addr,
                             device_addr, module_id);
  // The host may be the device: then the image is code of this process until it is unloaded.
  Recorder::instance().write_memory_map();
}

void on_dependences(ompt_data_t *task, const ompt_dependence_t *deps, int ndeps) {
  if (Here here; here) {
    u64 *words = here.words();
    u32 count = 0;
    const int most = std::min<int>(ndeps, list_limit / 2);
    ompt_dependence_t dep;
    for (int i = 0; i < most && here.read(deps, static_cast<unsigned>(i), dep); ++i) {
      words[count++] = dep.variable.value;
      words[count++] = dep.dependence_type;
    }
    here.record(event::dependences{here.ref(task), ndeps, List(words, count)});
  }
}

void on_dispatch(ompt_data_t *parallel, ompt_data_t *task, ompt_dispatch_t kind,
                 ompt_data_t instance) {
  if (Here here; here) {
    u64 words[2];
    u32 count = 0;
    const bool is_chunk = kind == ompt_dispatch_ws_loop_chunk ||
                          kind == ompt_dispatch_taskloop_chunk ||
                          kind == ompt_dispatch_distribute_chunk;
    ompt_dispatch_chunk_t chunk;
    if (is_chunk && here.read(static_cast<const ompt_dispatch_chunk_t *>(instance.ptr), chunk)) {
      words[count++] = chunk.start;
      words[count++] = chunk.iterations;
    }
    here.record(event::dispatch{here.ref(parallel), here.ref(task), kind, instance.value,
                                List(words, count)});
  }
}

// Four words an item: host address, device address, bytes, flags.
List map_items(Here &here, unsigned nitems, void **host_addr, void **device_addr,
               std::size_t *bytes, unsigned *flags) {
  u64 *words = here.words();
  u32 count = 0;
  for (unsigned i = 0; i < nitems && count + 4 <= list_limit; ++i) {
    void *host = nullptr, *device = nullptr;
    std::size_t size = 0;
    unsigned flag = 0;
    here.read(host_addr, i, host);
    here.read(device_addr, i, device);
    here.read(bytes, i, size);
    here.read(flags, i, flag);
    words[count++] = word(host);
    words[count++] = word(device);
    words[count++] = size;
    words[count++] = flag;
  }
  return {words, count};
}

void on_target_map(ompt_id_t target_id, unsigned nitems, void **host_addr, void **device_addr,
                   std::size_t *bytes, unsigned *flags, const void *ra) {
  if (Here here; here) {
    const List items = map_items(here, nitems, host_addr, device_addr, bytes, flags);
    here.record(event::target_map{target_id, nitems, items, word(ra)});
  }
}

void on_target_map_emi(ompt_data_t *target, unsigned nitems, void **host_addr, void **device_addr,
                       std::size_t *bytes, unsigned *flags, const void *ra) {
  if (Here here; here) {
    const List items = map_items(here, nitems, host_addr, device_addr, bytes, flags);
    here.record(event::target_map_emi{here.ref(target), nitems, items, word(ra)});
  }
}

// The callbacks that do more than to record their parameters.
template <class E> constexpr auto own = nullptr;
template <> constexpr auto own<event::thread_begin> = on_thread_begin;
template <> constexpr auto own<event::thread_end> = on_thread_end;
template <> constexpr auto own<event::control_tool> = on_control_tool;
template <> constexpr auto own<event::device_initialize> = on_device_initialize;
template <> constexpr auto own<event::device_finalize> = on_device_finalize;
template <> constexpr auto own<event::device_load> = on_device_load;
template <> constexpr auto own<event::dependences> = on_dependences;
template <> constexpr auto own<event::dispatch> = on_dispatch;
template <> constexpr auto own<event::target_map> = on_target_map;
template <> constexpr auto own<event::target_map_emi> = on_target_map_emi;

template <class E, class Signature> ompt_callback_t as_callback() {
  Signature function = nullptr;
  if constexpr (std::is_null_pointer_v<std::remove_const_t<decltype(own<E>)>>)
    function = Recording<E, Signature>::call;
  else
    function = own<E>;
  return reinterpret_cast<ompt_callback_t>(function);
}

} // namespace

void start_perturbation(const Options &options) {
  perturbation.start(options.order, options.perturb);
}

ompt_callback_t callback_function(unsigned code) {
  // The code's own signature makes a wrong parameter a compile error.
  switch (code) {
#define OMPT_CALLBACK(number, name, since, deprecated, removed, signature, m50, m51, m52, m60)     \
  case number:                                                                                     \
    return as_callback<event::name, signature>();
#include "ompt_abi/callbacks.def"
  default:
    return nullptr;
  }
}

} // namespace cts
