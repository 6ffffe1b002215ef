! A nestable lock from Fortran.
program nest_lock
  use cts
  use omp_lib
  implicit none
  integer(omp_nest_lock_kind) :: l
  call cts_expect('lock-init.event', 'lock_init => kind=nest_lock wait_id=$lock', __LINE__)
  call omp_init_nest_lock(l)
  call cts_expect('nest-lock.first-acquire', 'mutex_acquired => kind=nest_lock wait_id=$lock', &
                  __LINE__)
  call omp_set_nest_lock(l)
  call cts_expect('nest-lock.owned', 'nest_lock => endpoint=begin wait_id=$lock', __LINE__)
  call omp_set_nest_lock(l)
  call cts_expect('nest-lock.held', 'nest_lock endpoint=end => wait_id=$lock', __LINE__)
  call omp_unset_nest_lock(l)
  call cts_expect('nest-lock.held', 'mutex_released => kind=nest_lock wait_id=$lock', __LINE__)
  call omp_unset_nest_lock(l)
  call omp_destroy_nest_lock(l)
end program
