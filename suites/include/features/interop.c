// Since 5.1: interop.
#include <omp.h>
void synchronized_with(omp_interop_t object) {
#ifndef CTS_WITHOUT
#pragma omp interop use(object)
#endif
}
