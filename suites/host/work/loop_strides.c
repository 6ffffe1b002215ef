// Loops that count down, by steps, and from other starts: the count is that of the iterations.
#define SCHEDULE dynamic
#define OTHER guided
#include "strides.h"
