/* The common part of the target tests. The names of data operations changed between versions, and a
 * device may share storage with the host: then mapping moves nothing and nothing may be expected.
 * REQUIRES: offload
 */
#ifndef CTS_TARGET_DEVICE_H
#define CTS_TARGET_DEVICE_H

#include "cts.h"

/* Where a mapped variable is on the device; NULL with runtimes older than the routine of 5.1, which
 * have no device callbacks either. */
#pragma weak omp_get_mapped_ptr
static inline void *mapped_address(const void *variable, int device) {
  return omp_get_mapped_ptr ? omp_get_mapped_ptr(variable, device) : NULL;
}

/* Routines of 6.0, which older headers do not declare and older runtimes do not have: NULL there. */
#ifdef __cplusplus
extern "C" {
#endif
void *omp_target_memset(void *, int, size_t, int);
void *omp_target_memset_async(void *, int, size_t, int, int, omp_depend_t *);
#ifdef __cplusplus
}
#endif
#pragma weak omp_target_memset
#pragma weak omp_target_memset_async

/* Operation types by direction: until 5.2, asynchronous from 5.1, one for both directions in 6.0.
 */
#define TO_DEVICE "optype=transfer_to_device/transfer_to_device_async/7/23"
#define FROM_DEVICE "optype=transfer_from_device/transfer_from_device_async/7/23"
#define ONLY_TO_DEVICE "optype=transfer_to_device/transfer_to_device_async"
#define ONLY_FROM_DEVICE "optype=transfer_from_device/transfer_from_device_async"
#define ALLOC "optype=alloc/alloc_async"
#define DELETE "optype=delete/delete_async"

/* Does a mapped variable get storage of its own on the default device? This runs one target region
 * there, so the device is initialized when it returns. */
static inline int separate_storage(void) {
  int probe = 0;
  void *address = &probe;
#pragma omp target map(tofrom : probe) map(from : address)
  address = &probe;
  return address != (void *)&probe;
}

#endif
