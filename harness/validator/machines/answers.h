// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The machines that compare with what the others know, and that no other machine asks: answers of
// entry points, frames, code addresses, devices. They see an event before it is applied.
#pragma once

#include "validator/machines/info.h"
#include "validator/machines/inquiry.h"

namespace cts {

struct Answers {
  Answers(Judge &judge, World &world, const Trace &)
      : inquiry(judge, world), info(judge, world) {}

  Inquiry inquiry;
  Info info;

  template <class F> void for_each(F &&f) {
    f(inquiry);
    f(info);
  }
};

} // namespace cts
