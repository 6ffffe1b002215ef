// Static loops with steps, downward or with wide variables: the count is that of the iterations.
// REQUIRES: visible_static_loop
#define SCHEDULE static
#define OTHER static, 2
#include "strides.h"
