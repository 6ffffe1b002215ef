// A program that returns from main: the initial task and thread end, then the tool is finalized.
// RULES: fin.once fin.last fin.tool-data fin.initial-thread-end-precedes
// RULES: initial-task.end-before-thread-end
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(3)
  cts_body("parallel");
  cts_after("parallel");
  cts_total("fin.once", 1, "tool_finalize");
}
