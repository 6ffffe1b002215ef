// target parallel for simd is one region with one launch.
// RULES: target.pair submit.count target.kind
#define CONSTRUCT omp target parallel for simd num_threads(2) map(from : a)
#include "one_launch.h"
