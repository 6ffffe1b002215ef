// A target region for the device whose number omp_get_initial_device returns.
#define CLAUSE device(host)
#include "host_executes.h"
