// ordered with a static schedule.
#define SCHEDULE static, 2
#define COUNT 12
#include "ordered_loop.h"
