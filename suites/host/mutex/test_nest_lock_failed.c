// A nestable lock held by another thread: the test gives acquire, but neither acquired nor
// nest-lock begin.
#define LOCK_TYPE omp_nest_lock_t
#define LOCK(verb) omp_##verb##_nest_lock
#define KIND "test_nest_lock"
#include "test_failed.h"
