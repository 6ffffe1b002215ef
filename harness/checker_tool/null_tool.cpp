// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tool that registers every callback, as the checker does, and does nothing in any of them. It
// shows whether a crash needs a tool or the checker, and what calling a tool costs the runtime
// itself. OMPT_CTS_TARGET chooses the family of target callbacks, as it does for the checker.
#include "ompt_abi/ompt_abi.h"
#include "ompt_abi/tables.h"

#include <cstdlib>
#include <string_view>

namespace {

using namespace ompt_abi;

// On the calling conventions that this is for, a callee may ignore its arguments.
int nothing() { return 0; }

int initialize(ompt_function_lookup_t lookup, int, ompt_data_t *) {
  const auto set_callback = reinterpret_cast<ompt_set_callback_t>(lookup("ompt_set_callback"));
  if (!set_callback)
    return 0;
  const char *family = std::getenv("OMPT_CTS_TARGET");
  const bool emi = !family || std::string_view(family) != "classic";
  for (const callback_info &callback : all_callbacks())
    if (!callback.counterpart || callback.emi == emi)
      set_callback(callback.code, reinterpret_cast<ompt_callback_t>(&nothing));
  return 1;
}

void finalize(ompt_data_t *) {}

ompt_start_tool_result_t result = {initialize, finalize, {0}};

} // namespace

extern "C" [[gnu::visibility("default")]] ompt_start_tool_result_t *ompt_start_tool(unsigned,
                                                                                    const char *) {
  return &result;
}
