// System calls without the C library. Inside a foreign process the library's names may belong to
// others: programs define their own `read` or `open`, and runtimes interpose them. These functions
// ask the kernel.
//
// As in the kernel, a result from -4095 to -1 is an error's negative number. errno stays unchanged.
#pragma once

#include "trace/machine/machine.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

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
// Returns a descriptor. A new file must not exist, and symbolic links in the last part of the path
// are not followed.
inline int open(const char *path, int flags) {
  const bool made = (flags & O_CREAT) != 0;
  const int file = open_apart(path, flags | O_NOFOLLOW | (made ? O_EXCL : 0));
  if (made && file >= 0)
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
inline void unmap(void *mapping, u64 bytes) {
  call(SYS_munmap, word(mapping), static_cast<long>(bytes));
}

} // namespace cts::kernel
