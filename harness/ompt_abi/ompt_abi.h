// OMPT's binary interface from OpenMP 5.0 to 6.0, written from the specification: types with C
// layout, all in namespace ompt_abi under their official names. No vendor's header is needed, and
// one may be included beside this without conflict.

#ifndef OMPT_ABI_OMPT_ABI_H
#define OMPT_ABI_OMPT_ABI_H

#include "ompt_abi/callbacks.h"
#include "ompt_abi/entry_points.h"
#include "ompt_abi/enums.h"
#include "ompt_abi/records.h"
#include "ompt_abi/types.h"
#include "ompt_abi/version.h"

#endif // OMPT_ABI_OMPT_ABI_H
