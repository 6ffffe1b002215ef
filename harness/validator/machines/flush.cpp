// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "validator/machines/flush.h"

namespace cts {

void Flush::on(const Here &here, const event::flush &e) {
  if (!here.thread.id)
    return; // the thread's beginning, and so its data, was not seen
  judge.require(Rule::flush_thread_data, e.thread.id == here.thread.id, [&] {
    return Message("thread_data of flush is {}, expected H{}", text_of(e.thread, 'H'),
                   here.thread.id)
        .why("the thread began here", here.thread.begin);
  });
}

} // namespace cts
