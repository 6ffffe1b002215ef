// Reads and writes at addresses that a runtime under test gives. The address may be wrong, or its
// memory gone; the program must not crash inside the checker for that reason.
//
// An access that faults continues after itself: the handler of SIGSEGV and SIGBUS finds the
// instruction in a table, as kernels do. So an access without a fault costs nothing. If the handler
// cannot be ours, the kernel makes the access.
#pragma once

#include "system/system.h"

#include <cstring>

// The runtime orders its own memory. ThreadSanitizer does not see how, and leaves these accesses
// out.
#ifdef __clang__
#define CTS_MEMORY_OF_THE_RUNTIME [[clang::no_sanitize("thread")]]
#else
#define CTS_MEMORY_OF_THE_RUNTIME
#endif

namespace cts {

// Whether faulting accesses come back, in the process and on one thread.
class SafeMemory {
public:
  // Installs the handler: once for a process, and again in a forked child if the handler was lost.
  // Not thread safe.
  static void guard_process();
  // Checks whether accesses of the calling thread are guarded: the program may have taken the
  // signals, or block them. Only the thread that uses the object may call it.
  void look();

  // Reads the value at p, any address; false if it cannot be read.
  template <class T> CTS_MEMORY_OF_THE_RUNTIME bool read(const T *p, T &value) {
    if (guarded_) [[likely]] {
      u32 failed = 0;
      const auto copy = [&](auto part, std::size_t at) {
        load(reinterpret_cast<const char *>(p) + at, part, failed);
        if (!failed) [[likely]]
          std::memcpy(reinterpret_cast<char *>(&value) + at, &part, sizeof part);
        return at + sizeof part;
      };
      std::size_t at = 0;
      while (at + sizeof(u64) <= sizeof(T))
        at = copy(u64{}, at);
      if (sizeof(T) % sizeof(u64) == sizeof(u32))
        copy(u32{}, at);
      else
        static_assert(sizeof(T) == 1 || sizeof(T) % sizeof(u32) == 0);
      if constexpr (sizeof(T) == 1)
        copy(u8{}, 0);
      return !failed;
    }
    return ask(p, &value, sizeof value);
  }
  // Writes the word; false if the memory is not writable.
  CTS_MEMORY_OF_THE_RUNTIME bool write(void *p, u64 word) {
    if (guarded_) [[likely]] {
      u32 failed = 0;
      asm volatile(CTS_GUARDED(CTS_GUARD_STORE_8)
                   : [failed] "+r"(failed)
                   : [to] CTS_GUARD_ADDRESS(p), [word] "r"(word)
                   : "memory");
      return !failed;
    }
    return try_write(p, word);
  }

private:
  template <class Word>
  CTS_MEMORY_OF_THE_RUNTIME static void load(const char *from, Word &to, u32 &failed) {
    if constexpr (sizeof to == 8)
      asm volatile(CTS_GUARDED(CTS_GUARD_LOAD_8)
                   : [to] "=&r"(to), [failed] "+r"(failed)
                   : [from] CTS_GUARD_ADDRESS(from)
                   : "memory");
    else if constexpr (sizeof to == 4)
      asm volatile(CTS_GUARDED(CTS_GUARD_LOAD_4)
                   : [to] "=&r"(to), [failed] "+r"(failed)
                   : [from] CTS_GUARD_ADDRESS(from)
                   : "memory");
    else
      asm volatile(CTS_GUARDED(CTS_GUARD_LOAD_1)
                   : [to] CTS_GUARD_BYTE(to), [failed] "+r"(failed)
                   : [from] CTS_GUARD_ADDRESS(from)
                   : "memory");
  }
  static bool ask(const void *from, void *to, std::size_t bytes);
  static bool try_write(void *p, u64 word);

  bool guarded_ = false;
};

// Continues after an access that faulted; false if the context, a handler's third argument, belongs
// to another instruction. Async signal safe.
bool goes_on_behind_access(void *context);

} // namespace cts
