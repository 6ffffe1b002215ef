! A parallel region asked for three threads, from Fortran.
program basic
  use cts
  use omp_lib
  implicit none
  integer :: threads
  threads = 0
  call cts_expect('parallel-begin.requested', 'parallel_begin => requested_parallelism=3', __LINE__)
  call cts_expect('parallel-begin.flags-team', 'parallel_begin => flags&team flags!&league', &
                  __LINE__)
  !$omp parallel num_threads(3)
  call cts_body('parallel', __LINE__)
  if (omp_get_thread_num() == 0) threads = omp_get_num_threads()
  !$omp end parallel
  call cts_after('parallel', __LINE__)
  call cts_total('implicit-task-begin.one-per-index', threads, &
                 'implicit_task endpoint=begin flags&implicit flags!&initial', __LINE__)
end program
