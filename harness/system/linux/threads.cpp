#include "checker_tool/threads.h"

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
