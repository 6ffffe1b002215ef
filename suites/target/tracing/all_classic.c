// The same with the callbacks that have no begin and end.
// RULES: record.host-op-id record.target-id record.event-type device-finalize.flushes
// ENV: OMPT_CTS_TARGET=classic
#include "traced.h"

int main(void) { return everything(omp_get_default_device()); }
