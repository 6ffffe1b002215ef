// The tool ends its activity on a thread that never met OpenMP.
// RULES: finalize-tool.no-more-callbacks
#define LAST cts_finalize_tool()
#include "in_pthread.h"
