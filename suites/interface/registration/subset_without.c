// All callbacks but one: the others deliver what they deliver in a run with all of them.
// REQUIRES: control_tool
// RUN: %cts-compile %s -o %t
// RUN: env OMP_CANCELLATION=true %cts-observe set-callback.always-honoured -- \
// RUN:   %cts-subsets without %t %t
#include "Inputs/many_constructs.h"
