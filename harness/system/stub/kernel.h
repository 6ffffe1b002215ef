// A system that can do nothing. The names here are those that a port needs; system/linux/kernel.h
// explains them.
#pragma once

#include "trace/types.h"

#include <cerrno>

#define CTS_GUARDED(instruction) "1: " instruction "\n"

namespace cts::kernel {

inline bool failed(long result) { return result < 0; }
inline void close(int) {}
inline int open(const char *) { return -ENOENT; }
inline int make(const char *) { return -ENOENT; }
inline int open_to_read(const char *) { return -ENOENT; }
inline long read(int, void *, std::size_t) { return -EBADF; }
inline long read_at(int, void *, std::size_t, u64) { return -EBADF; }
inline int write_at(int, const void *, u64, u64) { return -EBADF; }
inline int unlink(const char *) { return -ENOENT; }
inline int rename(const char *, const char *) { return -ENOENT; }
inline int exchange(const char *, const char *) { return -ENOENT; }
inline int make_directory(const char *) { return -ENOENT; }
inline bool exists(const char *) { return false; }
inline int resize(int, u64) { return -EBADF; }
inline u64 page_bytes() { return 4096; }
inline int reserve(int, u64, u64) { return -EBADF; }
inline void *map_shared(int, u64) { return nullptr; }
inline void *map_private(u64) { return nullptr; }
inline void wipe_in_child(void *, u64) {}
inline void unmap(void *, u64) {}
inline int process() { return 1; }
inline int parent() { return 0; }
inline int thread() { return 1; }
inline char **variables() { return nullptr; }
inline long working_directory(char *, std::size_t) { return -ENOENT; }
inline void say(std::string_view) {}
inline u64 monotonic() { return 0; }
inline u64 wall() { return 0; }
inline void yield() {}
inline void sleep(long) {}
inline u64 random_bits() { return 0; }
inline void let_fence() {}
inline void fence_in_others() {}
inline int free_space(int, u64, u64) { return -EBADF; }

} // namespace cts::kernel

namespace cts {

struct Unnoticed {
  Unnoticed() {}
  ~Unnoticed() {}
};

} // namespace cts
