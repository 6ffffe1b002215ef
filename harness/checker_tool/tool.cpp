// The symbols that the checker exports: ompt_start_tool, which the runtime calls, ompt_cts_note,
// which test programs call (suites/include/cts.h), and ompt_cts_driver_call, which simulated
// devices' drivers call (devices/witness.h).
#include "checker_tool/callbacks.h"
#include "checker_tool/entry_points.h"
#include "checker_tool/libraries.h"
#include "checker_tool/probes.h"
#include "checker_tool/process_facts.h"
#include "checker_tool/recorder.h"
#include "checker_tool/sampler.h"
#include "checker_tool/sha256.h"
#include "ompt_abi/names.h"
#include "ompt_abi/tables.h"
#include "trace/note_kinds.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>

#define CTS_EXPORT extern "C" [[gnu::visibility("default")]]

namespace cts {

EntryPoints entry_points;
ompt_abi::ompt_function_lookup_t runtime_lookup = nullptr;
ompt_abi::ompt_callback_t (*const checkers_function)(unsigned code) = callback_function;

namespace {

using namespace ompt_abi;

constexpr u64 tool_data_value = 0x4f4d50542d435453;
std::atomic<bool> exiting; // exit or the end of main has begun
std::atomic<bool> ended_early;
std::atomic<u32> told_at_exit; // no bool: RISC-V exchanges no bytes without a library

int initialize(ompt_function_lookup_t lookup, int initial_device_num, ompt_data_t *tool_data);
void finalize(ompt_data_t *tool_data);
ompt_start_tool_result_t start_result = {initialize, finalize, {tool_data_value}};

template <class E> void record(const E &e) {
  Recorder &recorder = Recorder::instance();
  if (ThreadRecorder *thread = recorder.thread())
    thread->record(e);
}

u64 word(const void *p) { return reinterpret_cast<u64>(p); }

// A tool between a runtime and the checker, such as the fault injector, exports the function that
// names the original lookup. The trace records the tool's presence.
ompt_function_lookup_t behind(ompt_function_lookup_t lookup, Recorder &recorder) {
  Text path;
  void *stands_for =
      exported_beside(reinterpret_cast<const void *>(lookup), "ompt_cts_stands_for", path);
  if (!stands_for)
    return lookup;
  recorder.describe("interposed", path.view());
  return reinterpret_cast<ompt_function_lookup_t (*)()>(stands_for)();
}

void describe_process(Recorder &recorder, unsigned omp_version, std::string_view runtime_version) {
  static constexpr const char *probe_names[] = {"none", "sampled", "light", "full"};
  static constexpr const char *order_names[] = {"free", "delays", "priorities", "turns"};
  const Options &options = recorder.options();
  recorder.describe("tracer_name", "ompt-checker");
  recorder.describe("process", Text(static_cast<u64>(kernel::process())).view());
  recorder.describe("command", command_line().view());
  recorder.describe("program", executable().view());
  recorder.describe("host", host_name().view());
  recorder.describe("machine", machine::name);
  recorder.describe("system", system_name().view());
  recorder.describe("omp_version", Text(u64{omp_version}).view());
  recorder.describe("runtime_version", runtime_version);
  for (const std::string_view name : asked_of_the_checker)
    if (const std::string_view value = variable(name); !value.empty())
      recorder.describe(name, value);
  recorder.describe("probes", probe_names[static_cast<int>(options.probes)]);
  recorder.describe("target_callbacks", options.emi ? "emi" : "classic");
  start_perturbation(options);
  recorder.describe(
      "perturb", Text(order_names[static_cast<int>(options.order)], " ", options.perturb).view());
  recorder.describe("thread_limit", variable("OMP_THREAD_LIMIT"));
  recorder.describe("threads_reserve", variable("OMP_THREADS_RESERVE"));
  recorder.describe("cancellation", names_a_variable("CANCELLATION") ? "" : "off");
}

// The checksum of the runtime. The harness has computed it once for all programs of a suite, and
// names the file by its identity: reading the file would be a fifth of a small program's time.
Text checksum_of(const Text &library) {
  const std::string_view known = variable("OMPT_CTS_CHECKSUM");
  const std::size_t digits = known.find(' ');
  const Text identity = identity_of_file(library);
  if (!identity.view().empty() && known.ends_with(identity.view()) &&
      known.size() == digits + 1 + identity.view().size())
    return {part_of(known, 0, digits)};
  return sha256_of_file(library);
}

// `address` lies in the runtime's library. False if that is described already.
bool describe_runtime(Recorder &recorder, const void *address) {
  const Text library = object_of(address);
  const bool changed = recorder.describe("runtime_library", library.view());
  if (changed)
    recorder.describe("runtime_sha256", checksum_of(library).view());
  return changed;
}

// One line on standard error.
void say(const Text &error, const char *consequence) {
  kernel::say(Text("ompt-checker: ", error.view(), "; ", consequence, "\n").view());
}

// Registered first if everything is probed, and replaced before the initializer returns.
void stale_callback() {
  static std::atomic<u32> calls;
  record(event::stale_callback{++calls});
}

// Registers a callback, keeps the answer, and asks the runtime at once for the registered callback.
// kind: 0 the checker's own callback, 1 an event that no version has, 2 null to switch it off, 3 a
// function that the next registration replaces.
void set_callback(Recorder &recorder, unsigned code, ompt_callback_t function, int kind) {
  const auto event = static_cast<ompt_callbacks_t>(code);
  const auto answer = entry_points.set_callback(event, function);
  int found = -1;
  ompt_callback_t stored = nullptr;
  if (entry_points.get_callback)
    found = entry_points.get_callback(event, &stored);
  record(event::set_callback{static_cast<i32>(code), static_cast<i32>(answer), found,
                             found == 1 && stored == function, kind});
  if (kind == 0) {
    const std::string_view name = name_of(enum_kind::set_result, static_cast<u32>(answer));
    recorder.describe(Text("registered_", name_of(enum_kind::callback, code)).view(),
                      name.empty() ? Text(u64{static_cast<u32>(answer)}).view() : name);
  }
}

void register_callbacks(Recorder &recorder) {
  if (!entry_points.set_callback)
    return;
  for (const unsigned unknown : {0u, 99u})
    set_callback(recorder, unknown, callback_function(ompt_callback_thread_begin), 1);
  for (const auto &callback : all_callbacks())
    if (recorder.options().callbacks[callback.code]) {
      if (recorder.options().probes == Probes::full) {
        set_callback(recorder, callback.code, stale_callback, 3);
        set_callback(recorder, callback.code, nullptr, 2);
      }
      set_callback(recorder, callback.code, callback_function(callback.code), 0);
    }
}

// Asks the lookup function for every entry point. A pointer to no code is recorded and not called,
// so that the program does not crash.
void look_up(Recorder &recorder, ompt_function_lookup_t lookup) {
  std::atomic_ref(recorder.manifest().step).store(InitializerStep::lookup);
#define CTS_host(name)                                                                             \
  entry_points.name = reinterpret_cast<ompt_##name##_t>(lookup("ompt_" #name));                    \
  record(event::lookup{"ompt_" #name, word(reinterpret_cast<const void *>(entry_points.name))});
#include "ompt_abi/entry_points.def"
  record(event::lookup{no_entry_point, word(reinterpret_cast<const void *>(lookup(no_entry_point))),
                       0});
  const CodeMappings code; // taken now: the lookup may load the runtime's code
#define CTS_host(name)                                                                             \
  if (entry_points.name && !code.hold(entry_points.name))                                          \
    entry_points.name = nullptr;
#include "ompt_abi/entry_points.def"
}

int initialize(ompt_function_lookup_t lookup, int initial_device_num, ompt_data_t *tool_data) {
  Recorder &recorder = Recorder::instance();
  if (!recorder.thread())
    return 0;
  record(event::tool_initialize{initial_device_num, word(reinterpret_cast<const void *>(lookup)),
                                word(tool_data), word(&start_result.tool_data)});
  // Recorded before any call of the runtime, in case the process does not survive the call.
  if (describe_runtime(recorder, reinterpret_cast<const void *>(behind(lookup, recorder))))
    recorder.write_metadata();
  recorder.write_memory_map();
  if (lookup && CodeMappings().hold(lookup)) {
    look_up(recorder, lookup);
    runtime_lookup = lookup;
  } else if (lookup) {
    record(event::lookup{"the lookup function", word(reinterpret_cast<const void *>(lookup))});
  }
  std::atomic_ref(recorder.manifest().step).store(InitializerStep::enumerate);
  probe_enumerations(*recorder.thread());
  std::atomic_ref(recorder.manifest().step).store(InitializerStep::registration);
  register_callbacks(recorder);
  if (recorder.options().probes == Probes::full)
    probe_processors(*recorder.thread());
  record(event::tool_initialized{1});
  recorder.write_metadata();
  recorder.write_memory_map();
  recorder.mark_initialized();
  // exit calls functions that were registered earlier, such as the runtime's, after this one.
  if (!told_at_exit.exchange(1))
    std::atexit([] { exiting.store(true); });
  ended_early.store(false);
  Text error;
  if (!sampler::start(recorder.options(), error))
    say(error, "nothing is sampled");
  return 1;
}

void finalize(ompt_data_t *tool_data) {
  Recorder &recorder = Recorder::instance();
  sampler::stop();
  if (!recorder.thread())
    return;
  record(event::tool_finalize{word(tool_data), word(&start_result.tool_data),
                              tool_data ? tool_data->value : 0, tool_data_value});
  recorder.write_memory_map();
  recorder.mark_finalized();
  ended_early.store(!exiting.load());
  recorder.close_thread();
}

// Runs when the process exits in order. A runtime may finalize the tool before or after. If that
// was before the exit, and the runtime is still there, the program may have used it without a tool.
[[gnu::destructor]] void process_exits() {
  Recorder &recorder = Recorder::instance();
  if (recorder.active())
    record(event::process_exit{});
  else if (recorder.started() && ended_early.load() && CodeMappings().hold(runtime_lookup)) {
    recorder.describe("ended_early", "1");
    recorder.write_metadata();
  }
  if (recorder.started())
    recorder.mark_exited();
}

// Whether the caller is a second loaded runtime beside the one that has started the tool: one
// record would mix up their threads, tasks and entry points.
bool is_second_runtime(const void *caller) {
  static std::atomic<const void *> first;
  const void *asks = base_of(caller);
  if (!asks)
    return false;
  const void *one = first.load();
  if (one && one != asks && base_of(one) == one)
    return true;
  return !first.compare_exchange_strong(one, asks) && one != asks;
}

} // namespace
} // namespace cts

// Called by an OpenMP runtime when it starts (5.0 §4.2.1, 5.2 §19.2.1, 6.0 §32.2.1). Null, and one
// line on standard error, if the environment requests something impossible; null for a second
// runtime of the process, which the trace names.
CTS_EXPORT ompt_abi::ompt_start_tool_result_t *ompt_start_tool(unsigned omp_version,
                                                               const char *runtime_version) {
  using namespace cts;
  Recorder &recorder = Recorder::instance();
  if (!recorder.started()) {
    Options options;
    Text error;
    if (!read_options(options, error) || !recorder.start(std::move(options), error)) {
      say(error, "nothing is recorded");
      return nullptr;
    }
  }
  const void *const caller = __builtin_return_address(0);
  if (is_second_runtime(caller)) {
    recorder.describe("second_runtime", object_of(caller).view());
    recorder.write_metadata();
    return nullptr;
  }
  ThreadRecorder *thread = recorder.thread();
  const Scratch memory;
  const std::string_view version = thread ? thread->text(runtime_version, memory.as<char>()) : "";
  describe_process(recorder, omp_version, version);
  describe_runtime(recorder, caller); // the initializer knows better if a tool lies in between
  if (Text error; !recorder.write_metadata(error)) {
    say(error, "nothing is recorded");
    return nullptr;
  }
  record(event::start_tool{omp_version, version});
  std::atomic_ref(recorder.manifest().started).store(1);
  // Test programs find the note function by name, and the runtime loads the checker privately.
  make_symbols_global(reinterpret_cast<const void *>(&finalize));
  return &start_result;
}

// The address of the number of samples taken so far; null without sampling. Any thread may call it.
CTS_EXPORT const volatile unsigned long long *ompt_cts_sample_count() {
  return cts::sampler::taken();
}

// Requests a look at each thread; the lower 32 bits of the word are the number of threads looked at
// since. Null without sampling. Any thread may call it.
CTS_EXPORT const volatile unsigned long long *ompt_cts_look() { return cts::sampler::want_look(); }

// The runtime's entry point of this name; null if it has none or has not started the tool. For
// programs that are interrupted inside an entry point. Any thread may call it.
CTS_EXPORT ompt_abi::ompt_interface_fn_t ompt_cts_entry_point(const char *name) {
  return cts::runtime_lookup ? cts::runtime_lookup(name) : nullptr;
}

// Whether a signal handler of the checker is inside an entry point on the calling thread.
CTS_EXPORT int ompt_cts_in_handler() { return cts::sampler::asks(); }

// A program that defines malloc reports every allocation, in any thread and in signal handlers: 1
// if an entry point called in a signal handler makes the allocation.
CTS_EXPORT int ompt_cts_allocates(std::size_t bytes) { return cts::sampler::allocates(bytes); }

// Records a test program's note; cts_notes.def has the kinds. All strings must be readable; any
// thread may call it, but no signal handler.
CTS_EXPORT void ompt_cts_note(int kind, const char *where, const char *rule, const char *text,
                              const void *frame, std::size_t count, const long long *values) {
  using namespace cts;
  Recorder &recorder = Recorder::instance();
  ThreadRecorder *thread = recorder.thread();
  if (!thread || !thread->enter())
    return;
  const u64 now = recorder.now();
  char *const room = thread->room<char>();
  constexpr std::size_t next = text_limit + 1;
  const auto shown = static_cast<u32>(std::min<std::size_t>(count, list_limit));
  thread->record_and_leave(event::note{static_cast<u32>(kind), thread->text(where, room),
                                       thread->text(rule, room + next),
                                       thread->text(text, room + 2 * next), word(frame),
                                       List(values, shown)},
                           now);
  const auto said = static_cast<NoteKind>(kind);
  if (said == NoteKind::finalize_tool && entry_points.finalize_tool) {
    entry_points.finalize_tool();
    entry_points = {}; // none may be used any more
  }
  if (recorder.options().probes != Probes::none && is_place(said))
    probe_all(*thread, event::note::event_code, recorder.options().probes);
}

// Records a call of a simulated device's driver; see devices/witness.h. Both texts must be
// readable; any thread may call it.
CTS_EXPORT void ompt_cts_driver_call(int device, const char *what, const void *to, const void *from,
                                     std::size_t bytes, const char *name) {
  using namespace cts;
  Recorder &recorder = Recorder::instance();
  if (!recorder.started())
    return;
  if (ThreadRecorder *thread = recorder.thread())
    thread->record(event::driver_call{device, what, word(to), word(from), bytes, name});
}
