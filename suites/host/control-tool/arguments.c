// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Command numbers of the tool's own (64 and up), modifier and pointer pass through unchanged.
// RULES: control.args control.dispatch
// REQUIRES: control-tool
// RUN: %cts-compile %s -o %t && %cts-record %t.trace %t && %cts-validate %t.trace
// RUN: %cts-view --regions %t.trace | %FileCheck %s
#include "cts.h"

int main(void) {
  static int object;
  cts_mark();
  cts_expect("control.args", "control_tool => command=64 modifier=1 arg=%llu",
             (unsigned long long)(size_t)&object);
  omp_control_tool((omp_control_tool_t)64, 1, &object);
  cts_expect("control.args", "control_tool => command=123456 modifier=2147483647 arg=null");
  omp_control_tool((omp_control_tool_t)123456, 2147483647, NULL);
  cts_count("control.dispatch", 2, "control_tool");
}

// CHECK: initial-task
// CHECK-NEXT:   control_tool command=64 modifier=1
// CHECK-NEXT:   control_tool command=123456 modifier=2147483647
