// A program whose only contact with OpenMP is a routine: its tool is finalized as well.
// RULES: fin.once fin.last initial-thread.begin-after-init
#include "cts.h"

int main(void) {
  cts_value("fin.once", "level", omp_get_level(), 0);
  cts_total("fin.once", 1, "tool_finalize");
}
