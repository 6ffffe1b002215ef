#include "validator/machines/host/error.h"

#include "rules/error.h"

namespace cts {

void Error::on(const Here &, const event::error &e) {
  // A runtime of a later version may dispatch it in a trace that is judged by 5.0.
  judge.require(e.severity == ompt_warning || e.severity == ompt_fatal,
                [&] { return error_severity::no_severity{.severity = e.severity}; });
  // The recorder keeps only the beginning of a long message. A terminating NUL may be counted.
  const u64 size = e.message.size();
  const bool whole = size < text_limit;
  judge.require(e.length == size || e.length == size + 1 || (!whole && e.length > size),
                [&] { return error_message::another_length{.size = size, .length = e.length}; });
}

} // namespace cts
