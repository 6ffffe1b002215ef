// Each callback registered alone: its events are those of a run with all callbacks, and break no
// rule that holds there.
// REQUIRES: control_tool
// RUN: %cts-compile %s -o %t
// RUN: env OMP_CANCELLATION=true %cts-observe set-callback.always-honoured -- \
// RUN:   %cts-subsets alone %t %t
#include "Inputs/many_constructs.h"
