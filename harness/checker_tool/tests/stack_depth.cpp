// Measures the part of a caller's stack that the checker takes in each of its activities: threads
// may have 16 KiB, and a program's signal handlers an alternate stack of a few. This program is the
// runtime. The program paints a thread's stack, lets the checker do something, and looks how far
// down the paint is gone.
//
//   stack_depth CHECKER FOLDER    prints a line for each thing; fails where one is too deep
#include "ompt_abi/ompt_abi.h"
#include "trace/encoding.h"
#include "trace/note_kinds.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace ompt_abi;
using cts::u64;

namespace {

constexpr std::size_t most = 2048;      // bytes of stack: a callback, a note, a thread's end
constexpr std::size_t most_once = 6144; // what starts and ends the tool: the loader is asked there

// All pointers point to these words, which are no identifiers, texts and lists longer than are
// recorded.
alignas(64) char arena[64 * 1024];
ompt_callback_t registered[last_callback + 1];

// A value of each type that a callback has.
template <class T> T value() {
  if constexpr (std::is_pointer_v<T>)
    return reinterpret_cast<T>(arena);
  else if constexpr (std::is_same_v<T, ompt_data_t>)
    return {.ptr = arena};
  else
    return static_cast<T>(1);
}
template <> std::size_t value() { return 1000; }
ompt_interface_fn_t device_lookup(const char *name);
template <> ompt_function_lookup_t value() { return device_lookup; }
template <> unsigned value() { return 1000; }

template <class R, class... Arguments> void call(R (*function)(Arguments...)) {
  function(value<Arguments>()...);
}

// The runtime's and the device's entry points: one answer for all, which says success and that
// every output was written.
template <class T> void write_output(T argument) {
  if constexpr (std::is_pointer_v<T>)
    if constexpr (std::is_pointer_v<std::remove_pointer_t<T>>)
      if (argument) // or the runtime is asked whether null is allowed
        *argument = value<std::remove_pointer_t<T>>();
}
template <class R, class... Arguments> R answer(Arguments... arguments) {
  (write_output(arguments), ...);
  if constexpr (std::is_pointer_v<R>)
    return value<R>();
  else if constexpr (!std::is_void_v<R>)
    return static_cast<R>(2);
}
template <class R, class... Arguments> ompt_interface_fn_t answer_as(R (*)(Arguments...)) {
  return reinterpret_cast<ompt_interface_fn_t>(&answer<R, Arguments...>);
}

ompt_set_result_t set_callback(ompt_callbacks_t event, ompt_callback_t callback) {
  if (event <= last_callback && callback)
    registered[event] = callback;
  return ompt_set_always;
}
int ids(int, int size, int *to) {
  for (int i = 0; i < size; ++i)
    to[i] = i;
  return 120;
}
int places(int size, int *to) { return ids(0, size, to); }
int count() { return 4; }
int start_trace(ompt_device_t *, ompt_callback_buffer_request_t request,
                ompt_callback_buffer_complete_t complete) {
  ompt_buffer_t *buffer = nullptr;
  std::size_t bytes = 1000;
  request(1, &buffer, &bytes);
  complete(1, buffer, bytes, 1, 1);
  return 1;
}
int next_cursor(ompt_device_t *, ompt_buffer_t *, std::size_t, ompt_buffer_cursor_t at,
                ompt_buffer_cursor_t *next) {
  *next = at + 1;
  return at < 8;
}
ompt_record_t record_type(ompt_buffer_t *, ompt_buffer_cursor_t at) {
  return static_cast<ompt_record_t>(at % 3 + 1);
}
ompt_record_ompt_t *record_ompt(ompt_buffer_t *, ompt_buffer_cursor_t at) {
  static ompt_record_ompt_t record;
  constexpr ompt_callbacks_t types[] = {ompt_callback_target_data_op, ompt_callback_target_submit,
                                        ompt_callback_target};
  record.type = types[at / 3 % 3];
  return &record;
}
// All of its addresses are good: where one is not, the kernel puts a signal's frame on the stack.
ompt_record_abstract_t *record_abstract(void *) {
  static ompt_record_abstract_t record{};
  record.type = arena;
  return &record;
}

template <class T> ompt_interface_fn_t as_function(T *function) {
  return reinterpret_cast<ompt_interface_fn_t>(function);
}

ompt_interface_fn_t lookup(const char *name, const char *place) {
  const std::string_view wanted = name;
  for (const auto &[own, function] : {std::pair{"set_callback", as_function(set_callback)},
                                      {"get_place_proc_ids", as_function(ids)},
                                      {"get_partition_place_nums", as_function(places)},
                                      {"get_num_places", as_function(count)},
                                      {"start_trace", as_function(start_trace)},
                                      {"advance_buffer_cursor", as_function(next_cursor)},
                                      {"get_record_type", as_function(record_type)},
                                      {"get_record_ompt", as_function(record_ompt)},
                                      {"get_record_abstract", as_function(record_abstract)}})
    if (wanted.substr(5) == own)
      return function;
#define OMPT_ENTRY_POINT(name, where, since)                                                       \
  if (wanted == "ompt_" #name && std::string_view(place) == #where)                                \
    return answer_as(ompt_##name##_t{});
#include "ompt_abi/entry_points.def"
  return nullptr;
}
ompt_interface_fn_t host_lookup(const char *name) { return lookup(name, "host"); }
ompt_interface_fn_t device_lookup(const char *name) { return lookup(name, "device"); }

constexpr std::size_t stack_bytes = 1024 * 1024;
alignas(4096) char stack[stack_bytes];
constexpr u64 paint = 0x9c9c9c9c9c9c9c9c;
bool too_deep = false;

const char *callers_end; // of the stack, where the checker is called

[[gnu::noinline]] void paint_stack() {
  constexpr u64 own = 128; // of this function
  callers_end = static_cast<const char *>(__builtin_frame_address(0));
  for (volatile u64 *word = reinterpret_cast<u64 *>(stack);
       reinterpret_cast<u64>(word + 1) <= reinterpret_cast<u64>(callers_end) - own; ++word)
    *word = paint;
}

void look(const char *what, std::size_t allowed) {
  const u64 *word = reinterpret_cast<u64 *>(stack);
  while (*word == paint)
    ++word;
  const auto depth = static_cast<std::size_t>(callers_end - reinterpret_cast<const char *>(word));
  std::printf("%6zu %s%s\n", depth, what, depth > allowed ? "   TOO DEEP" : "");
  too_deep |= depth > allowed;
}

template <class F> void measure(const char *what, F &&f, std::size_t allowed = most) {
  paint_stack();
  f();
  look(what, allowed);
}

template <class F> void on_a_thread(F f) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stack, stack_bytes);
  pthread_t thread;
  const auto body = [](void *argument) -> void * {
    (*static_cast<F *>(argument))();
    return nullptr;
  };
  if (pthread_create(&thread, &attributes, body, &f) != 0)
    std::abort();
  pthread_join(thread, nullptr);
}

using Note = void(int, const char *, const char *, const char *, const void *, std::size_t,
                  const long long *);

template <class T> T *exported(void *library, const char *name) {
  return reinterpret_cast<T *>(dlsym(library, name));
}

void every_callback() {
#define OMPT_CALLBACK(code, name, since, deprecated, removed, signature, m50, m51, m52, m60)       \
  if (registered[code]) {                                                                          \
    const auto callback = reinterpret_cast<signature>(registered[code]);                           \
    measure(#name, [&] { call(callback); });                                                       \
  }
#include "ompt_abi/callbacks.def"
}

// Enough for the buffer to be full, and more than once.
void often(unsigned code) {
  const auto end = reinterpret_cast<ompt_callback_thread_end_t>(registered[code]);
  for (int i = 0; i < 50'000; ++i)
    end(reinterpret_cast<ompt_data_t *>(arena));
}

void in_a_child() {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    measure("the first event of a forked child", [] {
      call(reinterpret_cast<ompt_callback_thread_begin_t>(registered[ompt_callback_thread_begin]));
    });
    std::fflush(stdout);
    _exit(too_deep);
  }
  int status = 0;
  waitpid(child, &status, 0);
  too_deep |= status != 0;
}

} // namespace

int main(int argc, char **argv) {
  void *checker = argc == 3 ? dlopen(argv[1], RTLD_LAZY) : nullptr;
  if (!checker)
    return 2;
  std::filesystem::remove_all(argv[2]);
  setenv("OMPT_CTS_TRACE", argv[2], 1);
  std::memset(arena, 'a', sizeof arena);
  const auto start_tool =
      exported<ompt_start_tool_result_t *(unsigned, const char *)>(checker, "ompt_start_tool");
  const auto note = exported<Note>(checker, "ompt_cts_note");
  ompt_start_tool_result_t *result = nullptr;
  on_a_thread([&] {
    measure(
        "ompt_start_tool", [&] { result = start_tool(202111, arena); }, most_once);
    if (!result)
      std::abort();
    measure(
        "the initializer", [&] { result->initialize(host_lookup, 0, &result->tool_data); },
        most_once);
  });
  const char *end_of_thread = "the end of a thread";
  on_a_thread([&] {
    measure("the first event of a thread", [] {
      call(reinterpret_cast<ompt_callback_thread_begin_t>(registered[ompt_callback_thread_begin]));
    });
    every_callback();
    measure("a full buffer", [] { often(ompt_callback_thread_end); });
    for (const auto kind : {cts::NoteKind::value, cts::NoteKind::body})
      measure("a note", [&] {
        note(static_cast<int>(kind), arena, arena, arena, arena, 1000,
             reinterpret_cast<const long long *>(arena));
      });
    in_a_child();
    paint_stack();
  });
  look(end_of_thread, most);
  on_a_thread([&] {
    measure("a first note", [&] { note(8, "", "", "", nullptr, 0, nullptr); });
    measure(
        "the finalizer", [&] { result->finalize(&result->tool_data); }, most_once);
  });
  return too_deep;
}
