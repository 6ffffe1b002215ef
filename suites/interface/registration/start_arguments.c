// The arguments of ompt_start_tool and of the initializer, compared with what the runtime tells the
// program.
// RULES: start-tool.runtime_version init.initial-device init.tool-data-pointer
// RULES: start-tool.once-per-runtime-instance
#include "cts.h"

int main(void) {
  cts_total("init.initial-device", 1, "tool_initialize initial_device_num=%d",
            omp_get_initial_device());
  cts_total("start-tool.once-per-runtime-instance", 1, "tool_initialize");
}
