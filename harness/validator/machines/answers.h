// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The machines that compare with what the others know, and that no other machine asks: answers of
// entry points, frames, code addresses, devices. They see an event before it is applied.
#pragma once

#include "validator/machines/codeptr.h"
#include "validator/machines/data_ops.h"
#include "validator/machines/devices.h"
#include "validator/machines/frames.h"
#include "validator/machines/info.h"
#include "validator/machines/inquiry.h"

namespace cts {

struct Answers {
  Answers(Judge &judge, World &world, const Trace &trace)
      : inquiry(judge, world), info(judge, world), frames(judge, world, info),
        codeptr(judge, world, trace), devices(judge, world), targets(judge, world),
        data_ops(judge, world, targets) {}

  Inquiry inquiry;
  Info info;
  Frames frames;
  Codeptr codeptr;
  Devices devices;
  Targets targets;
  DataOps data_ops;

  template <class F> void for_each(F &&f) {
    f(inquiry);
    f(info);
    f(frames);
    f(codeptr);
    f(devices);
    f(data_ops); // before the region that they lie in ends
    f(targets);
  }
};

} // namespace cts
