// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "validator/machines/error.h"

namespace cts {

using namespace ompt_abi;

void Error::on(const Here &, const event::error &e) {
  // A later version's runtime may raise it in a trace that is judged by 5.0.
  judge.require(Rule::error_severity, e.severity == ompt_warning || e.severity == ompt_fatal, [&] {
    return Message("error has severity {}; expected warning or fatal", e.severity);
  });
  // The recorder keeps the beginning of a long message. A terminating NUL may be counted.
  const u64 size = e.message.size();
  const bool whole = size < text_limit;
  judge.require(Rule::error_message,
                e.length == size || e.length == size + 1 || (!whole && e.length > size), [&] {
                  return Message(
                      "the message of an error has {} characters, but its length is given as {}",
                      size, e.length);
                });
}

} // namespace cts
