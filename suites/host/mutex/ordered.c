// A block-associated ordered construct in each iteration: acquire, acquired, released.
// RULES: ordered.sequence mutex.wait-id-same ordered.iteration-order
#define SCHEDULE dynamic, 1
#define COUNT 10
#include "ordered_loop.h"
