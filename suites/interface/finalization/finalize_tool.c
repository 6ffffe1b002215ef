// The tool ends its activity while the program goes on. No construct follows: in OpenMP 6.0 a
// program may not meet one after ompt_finalize_tool.
// RULES: finalize-tool.no-more-callbacks finalize-tool.flush-outstanding fin.once fin.last
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_after("parallel");
  cts_total("fin.once", 1, "tool_finalize");
  cts_total("finalize-tool.no-more-callbacks", 1, "parallel_begin");
  cts_finalize_tool();
  return omp_get_level();
}
