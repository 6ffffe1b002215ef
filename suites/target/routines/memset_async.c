// omp_target_memset_async fills memory of the device, and has done so after taskwait.
// RULES: data-op.routines data-op.pairing
#define ROUTINE omp_target_memset_async
#define FILL omp_target_memset_async(there, 7, 300, device, 0, NULL)
#include "filled.h"
