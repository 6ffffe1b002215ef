#include "validator/machines/host/flush.h"

#include "rules/flush.h"

namespace cts {

void Flush::on(const Here &here, const event::flush &e) {
  if (!here.thread.id)
    return; // the trace lacks the thread's begin and so its data
  judge.require(e.thread.id == here.thread.id, [&] {
    return flush_thread_data::another_thread{.thread = e.thread, .expected = here.thread.id}.why(
        "the thread began here", here.thread.begin);
  });
}

} // namespace cts
