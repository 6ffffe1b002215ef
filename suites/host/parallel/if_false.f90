! A region with a false if clause, from Fortran.
program if_false
  use cts
  implicit none
  logical, volatile :: active
  active = .false.
  call cts_mark(__LINE__)
  call cts_expect('parallel-begin.requested', 'parallel_begin => requested_parallelism=0/1/4', &
                  __LINE__)
  call cts_expect('implicit-task-begin.actual', &
                  'implicit_task endpoint=begin flags!&initial => actual_parallelism=1 index=0', &
                  __LINE__)
  !$omp parallel num_threads(4) if (active)
  call cts_body('parallel', __LINE__)
  !$omp end parallel
  call cts_after('parallel', __LINE__)
  call cts_count('parallel-end.paired', 1, 'parallel_end', __LINE__)
end program
