// target teams distribute parallel for is one region with one launch.
// RULES: target.pair submit.count target.kind
#define CONSTRUCT omp target teams distribute parallel for num_teams(2) thread_limit(2) map(from : a)
#include "one_launch.h"
