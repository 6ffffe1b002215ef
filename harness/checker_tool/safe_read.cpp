// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checker_tool/safe_read.h"

#include <cerrno>
#include <sys/uio.h>
#include <unistd.h>

namespace cts {

bool ReadableMemory::ask(u64 address, std::size_t bytes) {
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
    known_[page % known_.size()] = page;
  }
  return true;
}

} // namespace cts
