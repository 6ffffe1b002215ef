// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the runtime hands to ompt_start_tool and to the initializer, compared with what it tells the
// program.
// RULES: start-tool.runtime_version init.initial-device init.tool-data-pointer
// RULES: start-tool.once-per-runtime-instance
#include "cts.h"

int main(void) {
  cts_total("init.initial-device", 1, "tool_initialize initial_device_num=%d",
            omp_get_initial_device());
  cts_total("start-tool.once-per-runtime-instance", 1, "tool_initialize");
}
