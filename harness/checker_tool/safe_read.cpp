// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checker_tool/safe_read.h"

#include <cerrno>
#include <sys/uio.h>
#include <unistd.h>

namespace cts {

bool SafeMemory::ask(u64 address, std::size_t bytes) {
  const u64 last = address + bytes - 1;
  if (bytes == 0 || last < address)
    return false;
  for (u64 page = address >> page_bits; page <= last >> page_bits; ++page) {
    if (page == 0)
      return false;
    char byte;
    iovec here{&byte, 1};
    iovec there{reinterpret_cast<void *>(page << page_bits), 1};
    const int saved = errno; // the program's own
    const ssize_t got = ::process_vm_readv(::getpid(), &here, 1, &there, 1, 0);
    const int error = errno;
    errno = saved;
    // Where the kernel forbids the question, take the runtime at its word.
    if (got != 1 && error == EFAULT)
      return false;
    readable_[page % readable_.size()] = page;
  }
  return true;
}

bool SafeMemory::try_write(void *p, u64 word) {
  iovec here{&word, sizeof word};
  iovec there{p, sizeof word};
  const int saved = errno;
  const ssize_t wrote = ::process_vm_writev(::getpid(), &here, 1, &there, 1, 0);
  const int error = errno;
  errno = saved;
  if (wrote != static_cast<ssize_t>(sizeof word)) {
    if (wrote >= 0 || error == EFAULT)
      return false;
    std::memcpy(p, &word, sizeof word);
  }
  const u64 address = reinterpret_cast<u64>(p);
  const u64 page = address >> page_bits;
  if ((address + sizeof word - 1) >> page_bits == page)
    writable_[page % writable_.size()] = page;
  return true;
}

} // namespace cts
