// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "validator/machines/error.h"

namespace cts {

using namespace ompt_abi;

void Error::on(const Here &, const event::error &e) {
  // A later version's runtime may raise it in a trace that is judged by 5.0.
  if (judge.broken(Rule::error_severity, e.severity == ompt_warning || e.severity == ompt_fatal))
    judge.report(Rule::error_severity,
                 fmt::format("error has severity {}; warning and fatal exist", e.severity));
  // The recorder keeps the beginning of a long message. A terminating NUL may be counted.
  const u64 size = e.message.size();
  const bool whole = size < text_limit;
  if (judge.broken(Rule::error_message,
                   e.length == size || e.length == size + 1 || (!whole && e.length > size)))
    judge.report(Rule::error_message, fmt::format("the message of an error has {} characters, but "
                                                  "its length is given as {}",
                                                  size, e.length));
}

} // namespace cts
