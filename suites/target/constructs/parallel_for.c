// target parallel for is one region with one launch.
// RULES: target.pair submit.count target.kind
#define CONSTRUCT omp target parallel for num_threads(2) map(from : a)
#include "one_launch.h"
