! A lock from Fortran: one identifier from initialization to destruction.
program lock
  use cts
  use omp_lib
  implicit none
  integer(omp_lock_kind) :: l
  call cts_expect('lock-init.event', 'lock_init => kind=lock hint=0 wait_id=$lock', __LINE__)
  call omp_init_lock(l)
  call cts_expect('lock-set.kind', 'mutex_acquire => kind=lock wait_id=$lock', __LINE__)
  call cts_expect('mutex.wait-id-same', 'mutex_acquired => kind=lock wait_id=$lock', __LINE__)
  call omp_set_lock(l)
  call cts_expect('mutex.wait-id-same', 'mutex_released => kind=lock wait_id=$lock', __LINE__)
  call omp_unset_lock(l)
  call cts_expect('lock-destroy.event', 'lock_destroy => kind=lock wait_id=$lock', __LINE__)
  call omp_destroy_lock(l)
  call cts_after('serial', __LINE__)
end program
