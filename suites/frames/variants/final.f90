! A final task and the included tasks inside it, in Fortran.
#define CLAUSE final(.true.)
#include "task.f90"
