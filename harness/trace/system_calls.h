// System calls inside a program that must not notice them.
#pragma once

#include "trace/kernel.h"

#include <csignal>

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
