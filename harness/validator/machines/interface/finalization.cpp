#include "validator/machines/interface/finalization.h"

#include "rules/finalization.h"
#include "trace/note_kinds.h"

namespace cts {

void Finalization::on(const Here &here, const event::tool_finalize &e) {
  judge.require(activation_.active(), [&] {
    return fin_once::not_active{}.why(finalized_.valid() ? "it had been called before"
                                                         : "the tool was never initialized",
                                      finalized_);
  });
  const bool same = e.tool_data == e.tool_data_expected && e.value == e.value_expected;
  judge.require(same, [&] {
    return fin_tool_data::another_word{.tool_data = e.tool_data,
                                       .value = e.value,
                                       .value_expected = e.value_expected,
                                       .tool_data_expected = e.tool_data_expected};
  });
  if (judge.applies(rule::fin_last))
    judge.held(rule::fin_last); // from here on every callback would break it
  judge.held(rule::fin_thread); // any thread may run it
  if (requested_.valid()) {
    judge.held(rule::finalize_tool_flush_outstanding); // until the missing events are known
    judge.held(rule::finalize_tool_no_more_callbacks);
  }
  activation_.end();
  finalized_ = here.ref;
  finalized_time_ = here.time;
}

// The events of a shutdown are dispatched before ompt_finalize_tool returns, or are under way then.
// A thread of the program has no end there.
void Finalization::judge_outstanding() {
  if (!requested_.valid() || !finalized_.valid() || !judge.promised(ompt_callback_thread_end))
    return;
  for (const auto &[number, thread] : world.threads())
    if (thread.begun && !thread.ended && thread.type == ompt_thread_worker)
      judge.violated(rule::finalize_tool_flush_outstanding, [&] {
        return finalize_tool_flush_outstanding::end_not_told{.thread = number}
            .at(finalized_)
            .why("it was called here", requested_)
            .why("the thread began here", thread.begin);
      });
}

void Finalization::after(const Here &here) {
  if (activation_.over()) {
    const bool late =
        here.ref.thread == finalized_.thread || here.time > finalized_time_ + uncertainty;
    judge.require(!late, [&] {
      return fin_last::late{.event = here.code}.why("the finalizer was entered here", finalized_);
    });
  }
  // The note precedes the call; the finalizer's own event tells when the finalizer ran.
  if (requested_.valid()) {
    const bool late =
        here.ref.thread == requested_.thread || here.time > finalized_time_ + uncertainty;
    judge.require(!late, [&] {
      return finalize_tool_no_more_callbacks::after_the_routine{.event = here.code}.why(
          "ompt_finalize_tool was called here", requested_);
    });
  }
}

// Inside a region there are threads that the runtime cannot wait for: it may or may not shut down
// then.
void Finalization::on(const Here &here, const event::process_exit &) {
  world.exits_in_region = !judge.promised(ompt_callback_parallel_begin);
  world.parallels.for_each([&](const Parallel &region) { world.exits_in_region |= !region.ended; });
  if (!world.exits_in_region)
    exits_ = here.ref;
}

// A process that was killed, or that called _exit, has not shut down its runtime.
void Finalization::at_end() {
  judge_outstanding();
  if (exits_.valid() && activation_.active())
    judge.violated([&] {
      return fin_once::not_called{}
          .at(exits_)
          .why("the tool became active here", activation_.initialized())
          .as_remark();
    });
}

// ompt_finalize_tool returned here; the trace records only the note itself afterwards.
void Finalization::on(const Here &here, const event::note &e) {
  if (static_cast<NoteKind>(e.kind) != NoteKind::finalize_tool)
    return;
  requested_ = here.ref;
}

} // namespace cts
