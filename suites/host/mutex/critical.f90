! Named critical constructs from Fortran, whose names do not distinguish case.
program critical
  use cts
  implicit none
  call cts_mark(__LINE__)
  call cts_expect('mutex.wait-id-per-object', 'mutex_acquired => wait_id=$red', __LINE__)
  !$omp critical (red)
  call cts_body('critical', __LINE__)
  !$omp end critical (red)
  call cts_expect('mutex.wait-id-per-object', 'mutex_acquired => wait_id=$red', __LINE__)
  !$omp critical (RED)
  call cts_body('critical', __LINE__)
  !$omp end critical (RED)
  call cts_expect('mutex.wait-id-per-object', 'mutex_acquired => wait_id!=$red', __LINE__)
  !$omp critical (blue)
  call cts_body('critical', __LINE__)
  !$omp end critical (blue)
  call cts_count('critical.sequence', 3, 'mutex_acquire', __LINE__)
  call cts_count('critical.sequence', 3, 'mutex_released', __LINE__)
end program
