// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// System calls inside a program that must not notice them.
#pragma once

#include <cerrno>
#include <csignal>
#include <ctime>

namespace cts {

// While it lives, a write beyond the file size limit (ulimit -f) fails without the signal that
// would end the program. In the end errno is the program's again.
class Unnoticed {
public:
  Unnoticed() : errno_(errno) {
    ::sigemptyset(&limit_);
    ::sigaddset(&limit_, SIGXFSZ);
    ::pthread_sigmask(SIG_BLOCK, &limit_, &before_);
    sigset_t pending;
    ::sigpending(&pending);
    was_pending_ = ::sigismember(&pending, SIGXFSZ);
  }
  ~Unnoticed() {
    const timespec at_once{0, 0};
    if (!was_pending_)
      while (::sigtimedwait(&limit_, nullptr, &at_once) > 0) {
      }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = errno_;
  }
  Unnoticed(const Unnoticed &) = delete;
  Unnoticed &operator=(const Unnoticed &) = delete;

private:
  int errno_;
  bool was_pending_;
  sigset_t limit_;
  sigset_t before_;
};

} // namespace cts
