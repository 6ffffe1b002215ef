// omp_target_memset fills memory of the device; what it reports, it reports of all bytes.
// RULES: data-op.routines data-op.pairing data-op.addresses
#define ROUTINE omp_target_memset
#define FILL omp_target_memset(there, 7, 300, device)
#include "filled.h"
