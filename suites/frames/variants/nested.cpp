// Active regions inside one another, in C++.
#include "nested.c"
