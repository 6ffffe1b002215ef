// Every function here does the same: take the time, look at the arguments, record one event, and
// call the entry points if requested. events.def names the fields.
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
u32 bits(int flags) { return static_cast<u32>(flags); }
bool begins(ompt_scope_endpoint_t endpoint) { return endpoint != ompt_scope_end; }

void on_thread_begin(ompt_thread_t type, ompt_data_t *thread) {
  if (Here here; here)
    here.record(event::thread_begin{type, here.created(thread)});
  sampler::thread_begins();
}

void on_thread_end(ompt_data_t *thread) {
  sampler::thread_ends();
  if (Here here; here)
    here.record(event::thread_end{here.ref(thread)});
}

void on_parallel_begin(ompt_data_t *encountering_task, const ompt_frame_t *frame,
                       ompt_data_t *parallel, unsigned requested, int flags, const void *ra) {
  frame_follows();
  if (Here here; here)
    here.record(event::parallel_begin{here.ref(encountering_task), here.frame(frame),
                                      here.created(parallel), requested, bits(flags), word(ra)});
}

void on_parallel_end(ompt_data_t *parallel, ompt_data_t *encountering_task, int flags,
                     const void *ra) {
  if (Here here; here)
    here.record(event::parallel_end{here.ref(parallel), here.ref(encountering_task), bits(flags),
                                    word(ra)});
}

void on_task_create(ompt_data_t *encountering_task, const ompt_frame_t *frame,
                    ompt_data_t *new_task, int flags, int has_dependences, const void *ra) {
  frame_follows();
  if (Here here; here)
    here.record(event::task_create{here.ref(encountering_task), here.frame(frame),
                                   here.created(new_task), bits(flags), has_dependences, word(ra)});
}

void on_task_schedule(ompt_data_t *prior, ompt_task_status_t status, ompt_data_t *next) {
  if (Here here; here)
    here.record(event::task_schedule{here.ref(prior), status, here.ref(next)});
}

void on_implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t *parallel, ompt_data_t *task,
                      unsigned actual_parallelism, unsigned index, int flags) {
  if (Here here; here)
    here.record(event::implicit_task{endpoint, here.ref(parallel),
                                     here.created(task, begins(endpoint)), actual_parallelism,
                                     index, bits(flags)});
}

void on_target(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device_num,
               ompt_data_t *task, ompt_id_t target_id, const void *ra) {
  if (Here here; here)
    here.record(event::target{kind, endpoint, device_num, here.ref(task), target_id, word(ra)});
}

void on_target_data_op(ompt_id_t target_id, ompt_id_t host_op_id, ompt_target_data_op_t optype,
                       void *src_addr, int src_device_num, void *dest_addr, int dest_device_num,
                       std::size_t bytes, const void *ra) {
  if (Here here; here)
    here.record(event::target_data_op{target_id, host_op_id, optype, word(src_addr), src_device_num,
                                      word(dest_addr), dest_device_num, bytes, word(ra)});
}

void on_target_submit(ompt_id_t target_id, ompt_id_t host_op_id, unsigned requested_num_teams) {
  if (Here here; here)
    here.record(event::target_submit{target_id, host_op_id, requested_num_teams});
}

// A command that OpenMP leaves to tools (64 and up) returns its modifier, so a program can see that
// the routine returns the callback's result.
int on_control_tool(std::uint64_t command, std::uint64_t modifier, void *arg, const void *ra) {
  if (Here here; here)
    here.record(event::control_tool{command, modifier, word(arg), word(ra)});
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
  if (Here here; here)
    here.record(event::device_finalize{device_num});
  stop_device_tracing(device_num);
}

void on_device_load(int device_num, const char *filename, std::int64_t offset_in_file,
                    void *vma_in_file, std::size_t bytes, void *host_addr, void *device_addr,
                    std::uint64_t module_id) {
  if (Here here; here) {
    here.record(event::device_load{device_num, here.text(filename), offset_in_file,
                                   word(vma_in_file), bytes, word(host_addr), word(device_addr),
                                   module_id});
    // The host may be the device: then the image is code of this process until it is unloaded.
    Recorder::instance().write_memory_map();
  }
}

void on_device_unload(int device_num, std::uint64_t module_id) {
  if (Here here; here)
    here.record(event::device_unload{device_num, module_id});
}

template <class E>
void record_sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint,
                        ompt_data_t *parallel, ompt_data_t *task, const void *ra) {
  if (Here here; here)
    here.record(E{kind, endpoint, here.ref(parallel), here.ref(task), word(ra)});
}

template <class E> void record_mutex(ompt_mutex_t kind, ompt_wait_id_t wait_id, const void *ra) {
  if (Here here; here)
    here.record(E{kind, wait_id, word(ra)});
}

template <class E>
void record_mutex_acquire(ompt_mutex_t kind, unsigned hint, unsigned impl, ompt_wait_id_t wait_id,
                          const void *ra) {
  if (Here here; here)
    here.record(E{kind, hint, impl, wait_id, word(ra)});
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

void on_task_dependence(ompt_data_t *source, ompt_data_t *sink) {
  if (Here here; here)
    here.record(event::task_dependence{here.ref(source), here.ref(sink)});
}

void on_work(ompt_work_t type, ompt_scope_endpoint_t endpoint, ompt_data_t *parallel,
             ompt_data_t *task, std::uint64_t count, const void *ra) {
  if (Here here; here)
    here.record(event::work{type, endpoint, here.ref(parallel), here.ref(task), count, word(ra)});
}

void on_masked(ompt_scope_endpoint_t endpoint, ompt_data_t *parallel, ompt_data_t *task,
               const void *ra) {
  if (Here here; here)
    here.record(event::masked{endpoint, here.ref(parallel), here.ref(task), word(ra)});
}

void on_nest_lock(ompt_scope_endpoint_t endpoint, ompt_wait_id_t wait_id, const void *ra) {
  if (Here here; here)
    here.record(event::nest_lock{endpoint, wait_id, word(ra)});
}

void on_flush(ompt_data_t *thread, const void *ra) {
  if (Here here; here)
    here.record(event::flush{here.ref(thread), word(ra)});
}

void on_cancel(ompt_data_t *task, int flags, const void *ra) {
  if (Here here; here)
    here.record(event::cancel{here.ref(task), bits(flags), word(ra)});
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

void on_target_emi(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device_num,
                   ompt_data_t *task, ompt_data_t *target_task, ompt_data_t *target,
                   const void *ra) {
  if (Here here; here)
    here.record(event::target_emi{kind, endpoint, device_num, here.ref(task), here.ref(target_task),
                                  here.created(target, begins(endpoint)), word(ra)});
}

// The operation's identifier is a plain word of the tool, as ompt_data_t is.
ompt_data_t *as_data(ompt_id_t *id) { return reinterpret_cast<ompt_data_t *>(id); }

void on_target_data_op_emi(ompt_scope_endpoint_t endpoint, ompt_data_t *target_task,
                           ompt_data_t *target, ompt_id_t *host_op_id, ompt_target_data_op_t optype,
                           void *src_addr, int src_device_num, void *dest_addr, int dest_device_num,
                           std::size_t bytes, const void *ra) {
  if (Here here; here)
    here.record(event::target_data_op_emi{endpoint, here.ref(target_task), here.ref(target),
                                          here.created(as_data(host_op_id), begins(endpoint)),
                                          optype, word(src_addr), src_device_num, word(dest_addr),
                                          dest_device_num, bytes, word(ra)});
}

void on_target_submit_emi(ompt_scope_endpoint_t endpoint, ompt_data_t *target,
                          ompt_id_t *host_op_id, unsigned requested_num_teams) {
  if (Here here; here)
    here.record(event::target_submit_emi{endpoint, here.ref(target),
                                         here.created(as_data(host_op_id), begins(endpoint)),
                                         requested_num_teams});
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

void on_error(ompt_severity_t severity, const char *message, std::size_t length, const void *ra) {
  if (Here here; here) {
    here.record(event::error{severity, here.text(message), length, word(ra)});
  }
}

constexpr auto on_sync_region_wait = record_sync_region<event::sync_region_wait>;
constexpr auto on_sync_region = record_sync_region<event::sync_region>;
constexpr auto on_reduction = record_sync_region<event::reduction>;
constexpr auto on_mutex_released = record_mutex<event::mutex_released>;
constexpr auto on_mutex_acquired = record_mutex<event::mutex_acquired>;
constexpr auto on_lock_destroy = record_mutex<event::lock_destroy>;
constexpr auto on_lock_init = record_mutex_acquire<event::lock_init>;
constexpr auto on_mutex_acquire = record_mutex_acquire<event::mutex_acquire>;

template <class Signature> ompt_callback_t as_callback(Signature function) {
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
    return as_callback<signature>(on_##name);
#include "ompt_abi/callbacks.def"
  default:
    return nullptr;
  }
}

} // namespace cts
