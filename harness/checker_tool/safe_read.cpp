// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checker_tool/safe_read.h"

#include "trace/kernel.h"

#include <sys/uio.h>

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
    // Where the kernel forbids the question, take the runtime at its word.
    if (kernel::call(SYS_process_vm_readv, kernel::process(), kernel::word(&here), 1,
                     kernel::word(&there), 1) == -EFAULT)
      return false;
    readable_[page % readable_.size()] = page;
  }
  return true;
}

bool SafeMemory::try_write(void *p, u64 word) {
  iovec here{&word, sizeof word};
  iovec there{p, sizeof word};
  const long wrote = kernel::call(SYS_process_vm_writev, kernel::process(), kernel::word(&here), 1,
                                  kernel::word(&there), 1);
  if (wrote != static_cast<long>(sizeof word)) {
    if (wrote >= 0 || wrote == -EFAULT)
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
