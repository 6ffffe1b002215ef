// One thread waits for a nestable lock that the other holds.
#include <omp.h>
static omp_nest_lock_t lock;
#define ACQUIRE omp_set_nest_lock(&lock)
#define RELEASE omp_unset_nest_lock(&lock)
#include "held.h"

int main(void) {
  omp_init_nest_lock(&lock);
  one_waits();
  omp_destroy_nest_lock(&lock);
}
