#include "validator/machines/host/error.h"

#include "rules/error.h"

namespace cts {

void Error::on(const Here &here, const event::error &e) {
  // A runtime of a later version may dispatch it in a trace that is judged by 5.0.
  judge.require(e.severity == ompt_warning || e.severity == ompt_fatal,
                [&] { return error_severity::no_severity{.severity = e.severity}; });
  // The recorder keeps only the beginning of a long message. A terminating NUL may be counted.
  const u64 size = e.message.size();
  const bool whole = size < text_limit;
  judge.require(e.length == size || e.length == size + 1 || (!whole && e.length > size),
                [&] { return error_message::another_length{.size = size, .length = e.length}; });
  // The initial task may go on: in the functions that the program has given to atexit.
  const Task *task = here.thread.current;
  if (e.severity == ompt_fatal && task && task->kind != Task::Kind::initial &&
      fatal_.size() < fatal_remembered)
    fatal_.push_back({here.thread.number, task->id, here.ref});
}

void Error::on(const Here &here, const event::sync_region &e) {
  const Task *task = here.thread.current;
  if (fatal_.empty() || !task || e.endpoint != endpoint_begin)
    return;
  std::erase_if(fatal_, [&](const Fatal &fatal) {
    const bool goes_on = fatal.thread == here.thread.number && fatal.task == task->id;
    if (goes_on)
      judge.violated(rule::error_severity, [&] {
        return error_severity::goes_on{.task = fatal.task, .event = here.code}.why(
            "the error was reported here", fatal.at);
      });
    return goes_on;
  });
}

} // namespace cts
