// A nestable lock set three times by its owner: one acquired, two nest-lock begins; unset three
// times: two nest-lock ends, then one released.
#include "cts.h"

int main(void) {
  omp_nest_lock_t lock;
  omp_init_nest_lock(&lock);
  cts_mark();
  cts_expect("nest-lock.first-acquire", "mutex_acquired => wait_id=$lock");
  omp_set_nest_lock(&lock);
  cts_expect("nest-lock.owned", "nest_lock => endpoint=begin wait_id=$lock");
  omp_set_nest_lock(&lock);
  cts_expect("nest-lock.owned", "nest_lock => endpoint=begin wait_id=$lock");
  omp_set_nest_lock(&lock);
  cts_count("nest-lock.owned", 1, "mutex_acquired");
  cts_count("nest-lock.owned", 2, "nest_lock endpoint=begin");
  cts_expect("nest-lock.held", "nest_lock => endpoint=end wait_id=$lock");
  omp_unset_nest_lock(&lock);
  cts_expect("nest-lock.held", "nest_lock => endpoint=end wait_id=$lock");
  omp_unset_nest_lock(&lock);
  cts_count("nest-lock.held", 0, "mutex_released");
  cts_expect("nest-lock.held", "mutex_released => kind=nest_lock wait_id=$lock");
  omp_unset_nest_lock(&lock);
  cts_count("nest-lock.held", 1, "mutex_released");
  cts_count("nest-lock.balance", 2, "nest_lock endpoint=end");
  omp_destroy_nest_lock(&lock);
}

// CHECK: initial-task
// CHECK-NEXT:   lock_init M1 nest_lock
// CHECK-NEXT:   nest_lock M1
// CHECK-NEXT:   nest_lock M1 begin
// CHECK-NEXT:   nest_lock M1 begin
// CHECK-NEXT:   nest_lock M1 end
// CHECK-NEXT:   nest_lock M1 end
// CHECK-NEXT:   unlock M1
// CHECK-NEXT:   lock_destroy M1
