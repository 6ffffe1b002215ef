// A depend object whose type has been updated is reported with the new type.
#define UPDATE _Pragma("omp depobj(object) update(inout)")
#define TYPE "2/3"
#include "depend_object.h"
