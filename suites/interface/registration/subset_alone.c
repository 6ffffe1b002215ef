// Each callback registered alone: what arrives of it is what a run with all callbacks delivers, and
// no rule about it is broken that holds there.
// REQUIRES: control_tool
// RUN: %cts-compile %s -o %t
// RUN: env OMP_CANCELLATION=true %cts-observe set-callback.always-honoured -- \
// RUN:   %cts-subsets alone %t %t
#include "Inputs/many_constructs.h"
