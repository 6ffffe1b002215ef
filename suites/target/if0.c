// A target region whose if clause is false.
#define CLAUSE if (count > 1)
#include "host_executes.h"
