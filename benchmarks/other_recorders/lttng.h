// A tracepoint with the fields of the checker's sync_region.
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER cts
#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "./lttng.h"

#if !defined(LTTNG_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define LTTNG_H
#include <lttng/tracepoint.h>
#include <stdint.h>

LTTNG_UST_TRACEPOINT_EVENT(
    cts, sync_region,
    LTTNG_UST_TP_ARGS(int, kind, int, endpoint, uint32_t, parallel, uint32_t, task, const void *,
                      code),
    LTTNG_UST_TP_FIELDS(lttng_ust_field_integer(uint8_t, kind, kind) lttng_ust_field_integer(
        uint8_t, endpoint, endpoint) lttng_ust_field_integer(uint32_t, parallel, parallel)
                            lttng_ust_field_integer(uint32_t, task, task)
                                lttng_ust_field_integer_hex(uintptr_t, code, (uintptr_t)code)))
#endif

#include <lttng/tracepoint-event.h>
