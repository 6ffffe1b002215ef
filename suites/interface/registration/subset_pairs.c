// Callbacks that belong together, registered as a pair, and all but the pair.
// REQUIRES: control_tool
// RUN: %cts-compile %s -o %t
// RUN: env OMP_CANCELLATION=true %cts-observe set-callback.always-honoured -- \
// RUN:   %cts-subsets pairs %t %t
#include "Inputs/many_constructs.h"
