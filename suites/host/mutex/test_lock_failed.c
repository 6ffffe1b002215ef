// A test that fails, because another thread holds the lock, gives acquire but no acquired.
#define LOCK_TYPE omp_lock_t
#define LOCK(verb) omp_##verb##_lock
#define KIND "test_lock"
#include "test_failed.h"
