// target teams distribute simd is one region with one launch.
// RULES: target.pair submit.count target.kind
#define CONSTRUCT omp target teams distribute simd num_teams(2) map(from : a)
#include "one_launch.h"
