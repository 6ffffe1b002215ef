// The same event by LTTng-UST.
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "lttng.h"

#include "batches.h"

static void one(void) { lttng_ust_tracepoint(cts, sync_region, 3, 1, 7, 8, (const void *)one); }

int main(void) { measure(one); }
