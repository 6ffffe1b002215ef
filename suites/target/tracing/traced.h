/* The common part of the tests of device tracing: work on a device that leaves a record of every
 * kind, and the commands with which a program steers the checker's tracing (docs/test-lines.md). On
 * a device that does not trace they are ordinary target tests.
 * REQUIRES: offload, device-tracing
 */
#ifndef CTS_TARGET_TRACED_H
#define CTS_TARGET_TRACED_H

#include "cts.h"

static inline void pause_tracing(void) { omp_control_tool(omp_control_tool_pause, 0, NULL); }
static inline void resume_tracing(void) { omp_control_tool(omp_control_tool_start, 0, NULL); }
static inline void flush_tracing(void) { omp_control_tool(omp_control_tool_flush, 0, NULL); }
static inline void end_tracing(void) { omp_control_tool(omp_control_tool_end, 0, NULL); }

/* An allocation, copies both ways, a kernel and a deletion. 0 if the result is right. */
static inline int kernel(int device) {
  int a[64] = {0};
#pragma omp target device(device) map(tofrom : a)
  a[63] = 7;
  return a[63] != 7;
}

/* The same without a kernel, by data constructs. */
static inline int data(int device) {
  int a[64];
  for (int i = 0; i < 64; i++)
    a[i] = i;
#pragma omp target enter data device(device) map(to : a)
#pragma omp target update device(device) to(a)
#pragma omp target update device(device) from(a)
#pragma omp target exit data device(device) map(from : a)
  return a[63] != 63;
}

/* And by routines. */
static inline int routines(int device) {
  int from[16] = {5}, to[16] = {0}, host = omp_get_initial_device();
  void *p = omp_target_alloc(sizeof from, device);
  if (!p)
    return 1;
  int wrong = omp_target_memcpy(p, from, sizeof from, 0, 0, device, host) |
              omp_target_memcpy(to, p, sizeof to, 0, 0, host, device);
  omp_target_free(p, device);
  return wrong || to[0] != 5;
}

static inline int everything(int device) {
  return kernel(device) | data(device) | routines(device);
}

#endif
