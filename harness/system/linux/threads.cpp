// checker_tool/threads.h, from /proc and the C library.
#include "checker_tool/threads.h"

#include "system/linux/kernel.h"
#include "trace/text_buffer.h"

#include <pthread.h>

namespace cts {
namespace {

// glibc runs the destructors of thread-specific data in up to four rounds. Ours waits for the last
// round, because the runtime's own destructor still makes callbacks. ThreadSanitizer forgets the
// thread in the last round, before ours.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define CTS_THREAD_SANITIZER
#endif
#endif
#ifdef CTS_THREAD_SANITIZER
constexpr u32 last_destructor_round = 2;
#else
constexpr u32 last_destructor_round = 3;
#endif

pthread_key_t exit_key;
void (*when_thread_exits)(void *);

} // namespace

void watch_threads(void (*exits)(void *thread), void (*forked)()) {
  when_thread_exits = exits;
  ::pthread_key_create(&exit_key, [](void *argument) {
    auto *thread = static_cast<WatchedThread *>(argument);
    if (++thread->rounds <= last_destructor_round)
      ::pthread_setspecific(exit_key, thread);
    else
      when_thread_exits(thread->thread);
  });
  ::pthread_atfork(nullptr, nullptr, forked);
}

void watch_this_thread(WatchedThread &thread) { ::pthread_setspecific(exit_key, &thread); }

// The folder has them in that order. A number follows its entry's inode, offset, length and type.
u32 threads_of_this_process(int *numbers, u32 most) {
  const int folder = kernel::open_apart("/proc/self/task", O_RDONLY | O_DIRECTORY);
  if (folder < 0)
    return 0;
  alignas(u64) char entries[512];
  u32 count = 0;
  for (long bytes;
       (bytes = kernel::call(SYS_getdents64, folder, kernel::word(entries), sizeof entries)) > 0;)
    for (long at = 0; at < bytes && count < most;) {
      u16 length;
      std::memcpy(&length, entries + at + 16, sizeof length);
      int number = 0;
      for (const char *digit = entries + at + 19; *digit >= '0' && *digit <= '9'; ++digit)
        number = number * 10 + (*digit - '0');
      if (number > 0) // not `.` and `..`
        numbers[count++] = number;
      at += length;
    }
  kernel::close(folder);
  return count;
}

// /proc/…/stat is the number, the name in brackets, and a letter.
Doing doing(int thread) {
  char text[256];
  const int file = kernel::open_to_read(Text("/proc/self/task/", u64(thread), "/stat"));
  const long bytes = file < 0 ? 0 : kernel::read(file, text, sizeof text);
  if (file >= 0)
    kernel::close(file);
  const std::string_view read(text, bytes > 0 ? static_cast<std::size_t>(bytes) : 0);
  const std::size_t name = read.rfind(')');
  if (name + 2 >= read.size() || read[name + 2] == 'Z' || read[name + 2] == 'X')
    return Doing::nothing;
  return read[name + 2] == 'R' ? Doing::runs : Doing::sleeps;
}

u64 processor_time(int thread) {
  constexpr int of_a_thread = 6; // CPUCLOCK_PERTHREAD_MASK | CPUCLOCK_SCHED
  return kernel::nanoseconds(static_cast<long>(~thread) * 8 | of_a_thread);
}

void stack_of_this_thread(u64 &low, u64 &high) {
  pthread_attr_t attributes;
  if (::pthread_getattr_np(::pthread_self(), &attributes) != 0)
    return;
  void *begin = nullptr;
  std::size_t bytes = 0;
  ::pthread_attr_getstack(&attributes, &begin, &bytes);
  ::pthread_attr_destroy(&attributes);
  low = reinterpret_cast<u64>(begin);
  high = low + bytes;
}

} // namespace cts
