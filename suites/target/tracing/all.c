// All events are traced, and every operation of constructs and routines has its record.
// RULES: device-lookup.names device-finalize.flushes trace.set-ompt-result trace.start-result
// RULES: trace.pause-idempotent buffer-complete.own-buffer buffer-complete.returned
// RULES: buffer-complete.owned-once buffer-complete.thread cursor.advance record.type record.ompt-pointer
// RULES: record.event-type record.target-id record.host-op-id record.times record.granted-teams
// RULES: record.same-as-callback device-num-procs device-time.monotonic translate-time
#include "traced.h"

int main(void) { return everything(omp_get_default_device()); }
