! Nested regions from Fortran: the inner begin names the member's implicit task.
program nested
  use cts
  use omp_lib
  implicit none
  call omp_set_max_active_levels(2)
  !$omp parallel num_threads(2)
  call cts_body('parallel', __LINE__)
  call cts_mark(__LINE__)
  call cts_expect('parallel-begin.encountering-data', &
                  'parallel_begin => encountering_task=current', __LINE__)
  call cts_expect('parallel-begin.requested', 'parallel_begin => requested_parallelism=2', __LINE__)
  !$omp parallel num_threads(2)
  call cts_body('parallel', __LINE__)
  !$omp end parallel
  call cts_after('parallel', __LINE__)
  call cts_count('parallel-end.paired', 1, 'parallel_end', __LINE__)
  !$omp end parallel
  call cts_after('parallel', __LINE__)
end program
