// The return address of omp_control_tool lies in its caller.
// RULES: control.codeptr codeptr.in-function
// REQUIRES: control_tool
#include "cts.h"

__attribute__((noinline)) static void command(void) {
  cts_expect("control.codeptr", "control_tool => codeptr_ra@function=command");
  omp_control_tool(omp_control_tool_flush, 0, NULL);
  cts_total("control.codeptr", 0, "control_tool codeptr_ra@lines!=%d-%d", __LINE__ - 1, __LINE__);
  cts_after("serial");
}

int main(void) {
  for (int i = 0; i < 4; i++)
    command();
#pragma omp parallel num_threads(2)
  command();
}
