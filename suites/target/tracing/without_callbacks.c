// Tracing without the callbacks of the operations that are traced.
// RULES: record.event-type buffer-complete.returned
// ENV: OMPT_CTS_CALLBACKS=thread_begin,thread_end,implicit_task,device_initialize,device_finalize,control_tool
#include "traced.h"

int main(void) { return everything(omp_get_default_device()); }
