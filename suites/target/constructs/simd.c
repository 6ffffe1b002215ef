// target simd is one region with one launch.
// RULES: target.pair submit.count target.kind
#define CONSTRUCT omp target simd map(from : a)
#include "one_launch.h"
