// System calls without the C library. Inside a foreign process the library's names may belong to
// others: programs define their own `read` or `open`, and runtimes interpose them. These functions
// ask the kernel.
//
// As in the kernel, a result from -4095 to -1 is an error's negative number. errno stays unchanged.
#pragma once

#include "system/linux/machine.h"

#include <cerrno>
#include <csignal>
#include <ctime>
#include <fcntl.h>
#include <linux/membarrier.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace cts::kernel {

inline long call(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0,
                 long f = 0) {
  return machine::system_call(number, a, b, c, d, e, f);
}

inline long word(const void *p) { return reinterpret_cast<long>(p); }
inline bool failed(long result) { return result < 0 && result >= -4095; }

inline void close(int file) { call(SYS_close, file); }

// Opens a file with a descriptor other than standard input, output or error. If the program has
// closed one of these, another of its threads may write to it at this moment; the write must fail
// as before, and must not reach our file. So a descriptor that can be neither read nor written
// first takes the free ones.
inline int open_apart(const char *path, int flags) {
  constexpr int standard = 3;
  int taken[standard], count = 0;
  for (int descriptor = 0; descriptor < standard; ++descriptor)
    if (call(SYS_fcntl, descriptor, F_GETFD) == -EBADF)
      taken[count++] =
          static_cast<int>(call(SYS_openat, AT_FDCWD, word("/"), O_PATH | O_CLOEXEC | O_DIRECTORY));
  const int file =
      static_cast<int>(call(SYS_openat, AT_FDCWD, word(path), flags | O_CLOEXEC, 0644));
  while (count > 0)
    close(taken[--count]);
  return file;
}
// Lets the owner use a new file, whatever the program's umask forbids: the file will be opened and
// read again.
inline void for_its_owner(const char *path, unsigned rights) {
  struct stat facts;
  if (call(SYS_newfstatat, AT_FDCWD, word(path), word(&facts), AT_SYMLINK_NOFOLLOW) == 0 &&
      (facts.st_mode & rights) != rights)
    call(SYS_fchmodat, AT_FDCWD, word(path), (facts.st_mode & 0777) | rights);
}
// Opens a file of ours for reading and writing. Returns a descriptor. Symbolic links in the last
// part of the path are not followed.
inline int open(const char *path) { return open_apart(path, O_RDWR | O_NOFOLLOW); }
// The same for a new file, which must not exist.
inline int make(const char *path) {
  const int file = open_apart(path, O_RDWR | O_NOFOLLOW | O_CREAT | O_EXCL);
  if (file >= 0)
    for_its_owner(path, 0600);
  return file;
}
// The same for files of the system; follows links.
inline int open_to_read(const char *path) { return open_apart(path, O_RDONLY); }
inline long read(int file, void *to, std::size_t bytes) {
  return call(SYS_read, file, word(to), static_cast<long>(bytes));
}
inline long read_at(int file, void *to, std::size_t bytes, u64 offset) {
  return call(SYS_pread64, file, word(to), static_cast<long>(bytes), static_cast<long>(offset));
}
inline int unlink(const char *path) {
  return static_cast<int>(call(SYS_unlinkat, AT_FDCWD, word(path)));
}
inline int rename(const char *from, const char *to) {
  return static_cast<int>(call(SYS_renameat2, AT_FDCWD, word(from), AT_FDCWD, word(to)));
}
// Two existing files change places; not every file system can.
inline int exchange(const char *one, const char *other) {
  constexpr long rename_exchange = 2; // of linux/fs.h, which defines many names
  return static_cast<int>(
      call(SYS_renameat2, AT_FDCWD, word(one), AT_FDCWD, word(other), rename_exchange));
}
inline int make_directory(const char *path) {
  const auto error = static_cast<int>(call(SYS_mkdirat, AT_FDCWD, word(path), 0755));
  if (!error)
    for_its_owner(path, 0700);
  return error;
}
inline bool exists(const char *path) { return call(SYS_faccessat, AT_FDCWD, word(path)) == 0; }
inline int resize(int file, u64 bytes) {
  return static_cast<int>(call(SYS_ftruncate, file, static_cast<long>(bytes)));
}
inline int process() { return static_cast<int>(call(SYS_getpid)); }
inline int parent() { return static_cast<int>(call(SYS_getppid)); }
inline int thread() { return static_cast<int>(call(SYS_gettid)); }
inline char **variables() { return __environ; } // of the environment; null at the end
// The bytes that the path of the working directory takes in `to`, with a zero byte.
inline long working_directory(char *to, std::size_t bytes) {
  return call(SYS_getcwd, word(to), static_cast<long>(bytes));
}
inline void say(std::string_view text) { // on standard error
  call(SYS_write, 2, word(text.data()), static_cast<long>(text.size()));
}

inline u64 nanoseconds(long clock) {
  long time[2] = {0, 0};
  call(SYS_clock_gettime, clock, word(time));
  return static_cast<u64>(time[0]) * 1'000'000'000 + static_cast<u64>(time[1]);
}
inline u64 monotonic() { return nanoseconds(CLOCK_MONOTONIC); }
inline u64 wall() { return nanoseconds(CLOCK_REALTIME); } // since 1970
inline void yield() { call(SYS_sched_yield); }
inline void sleep(long nanoseconds) {
  const long time[2] = {0, nanoseconds};
  call(SYS_nanosleep, word(time));
}
inline u64 random_bits() {
  u64 bits = 0;
  call(SYS_getrandom, word(&bits), sizeof bits);
  return bits;
}
// Other processes may fence the threads of this one.
inline void let_fence() { call(SYS_membarrier, MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED); }
// The threads of the processes that let others fence them have passed a fence when this returns.
inline void fence_in_others() { call(SYS_membarrier, MEMBARRIER_CMD_GLOBAL_EXPEDITED); }

// Returns 0, or the error's negative number. A write of no bytes means a full disk.
inline int write_at(int file, const void *from, u64 bytes, u64 offset) {
  const auto *at = static_cast<const std::byte *>(from);
  while (bytes > 0) {
    const long wrote =
        call(SYS_pwrite64, file, word(at), static_cast<long>(bytes), static_cast<long>(offset));
    if (wrote == -EINTR)
      continue;
    if (wrote <= 0)
      return wrote == 0 ? -ENOSPC : static_cast<int>(wrote);
    at += wrote;
    offset += static_cast<u64>(wrote);
    bytes -= static_cast<u64>(wrote);
  }
  return 0;
}

// The size of a page of memory: a mapping shows the parts of its file as whole pages.
inline u64 page_bytes() { return ::getauxval(AT_PAGESZ); }

// Reserves disk space for this part of a file, so that a store into its mapping cannot fail (with a
// SIGBUS in the program under test). Returns 0, or the error's negative number.
inline int reserve(int file, u64 offset, u64 bytes) {
  long result;
  do
    result = call(SYS_fallocate, file, 0, static_cast<long>(offset), static_cast<long>(bytes));
  while (result == -EINTR);
  if (result != -EOPNOTSUPP)
    return static_cast<int>(result);
  static constexpr std::byte zeros[4096]{}; // for a file system without this call
  for (int error; bytes > 0; offset += sizeof zeros, bytes -= sizeof zeros)
    if ((error = write_at(file, zeros, sizeof zeros, offset)) != 0)
      return error;
  return 0;
}

// Frees the disk space of a part of a file, which keeps its length. Returns 0, or the error's
// negative number.
inline int free_space(int file, u64 offset, u64 bytes) {
  return static_cast<int>(call(SYS_fallocate, file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                               static_cast<long>(offset), static_cast<long>(bytes)));
}
// A shared mapping of the file's first bytes; null if that is impossible.
inline void *map_shared(int file, u64 bytes) {
  const long result =
      call(SYS_mmap, 0, static_cast<long>(bytes), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  return failed(result) ? nullptr : reinterpret_cast<void *>(result);
}
// Fresh private memory; null if that is impossible.
inline void *map_private(u64 bytes) {
  const long result = call(SYS_mmap, 0, static_cast<long>(bytes), PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return failed(result) ? nullptr : reinterpret_cast<void *>(result);
}
// A forked child finds zeros there.
inline void wipe_in_child(void *mapping, u64 bytes) {
  call(SYS_madvise, word(mapping), static_cast<long>(bytes), MADV_WIPEONFORK);
}
inline void unmap(void *mapping, u64 bytes) {
  call(SYS_munmap, word(mapping), static_cast<long>(bytes));
}

} // namespace cts::kernel

namespace cts {

// While it lives, a write beyond the file size limit (ulimit -f) fails without the signal that
// would end the program. At its end it restores the program's errno.
class Unnoticed {
public:
  Unnoticed() : errno_(errno) {
    kernel::call(SYS_rt_sigprocmask, SIG_BLOCK, kernel::word(&limit), kernel::word(&before_), 8);
    u64 pending = 0;
    kernel::call(SYS_rt_sigpending, kernel::word(&pending), 8);
    was_pending_ = (pending & limit) != 0;
  }
  ~Unnoticed() {
    static constexpr long at_once[2] = {0, 0};
    if (!was_pending_)
      while (kernel::call(SYS_rt_sigtimedwait, kernel::word(&limit), 0, kernel::word(&at_once), 8) >
             0) {
      }
    kernel::call(SYS_rt_sigprocmask, SIG_SETMASK, kernel::word(&before_), 0, 8);
    errno = errno_;
  }
  Unnoticed(const Unnoticed &) = delete;
  Unnoticed &operator=(const Unnoticed &) = delete;

private:
  static constexpr u64 limit = u64{1} << (SIGXFSZ - 1); // a set of signals in the kernel's form
  int errno_;
  bool was_pending_;
  u64 before_ = 0;
};

} // namespace cts
