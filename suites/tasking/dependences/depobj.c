// A depend object is reported by its meaning: the variable and the type of its construct.
#define UPDATE
#define TYPE "1"
#include "depend_object.h"
