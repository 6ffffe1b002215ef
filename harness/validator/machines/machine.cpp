// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "validator/machines/machine.h"

namespace cts {

std::string text_of(const Data &d, char letter) {
  if (d.ours())
    return fmt::format("{}{}", letter, d.id);
  if (d.null())
    return "NULL";
  return fmt::format("a word that the tool did not write ({:#x} at {:#x})", d.value, d.address);
}

} // namespace cts
