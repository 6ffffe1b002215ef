// And those that 5.2 added.
#include "types_5.1.h"

DECLARED(ompt_dispatch_chunk_t)
