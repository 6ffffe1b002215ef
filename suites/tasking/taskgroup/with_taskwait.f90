! taskwait and taskgroup from Fortran: one region each, and the tasks have completed after it.
program waits
  use cts
  implicit none
  integer :: i, executed
  executed = 0
  !$omp parallel num_threads(2) shared(executed)
  !$omp single
  call cts_mark(__LINE__)
  do i = 1, 5
    !$omp task shared(executed)
    !$omp atomic
    executed = executed + 1
    !$omp end task
  end do
  !$omp taskwait
  call cts_value('taskwait.children-complete', 'executed', executed, 5, __LINE__)
  !$omp taskgroup
  do i = 1, 5
    !$omp task shared(executed)
    !$omp atomic
    executed = executed + 1
    !$omp end task
  end do
  !$omp end taskgroup
  call cts_value('taskgroup.all-complete', 'executed', executed, 10, __LINE__)
  call cts_count('taskwait.pair-kind', 1, 'sync_region kind=taskwait endpoint=begin', __LINE__)
  call cts_count('taskwait.pair-kind', 1, 'sync_region kind=taskwait endpoint=end', __LINE__)
  call cts_count('taskgroup.pair-kind', 1, 'sync_region kind=taskgroup endpoint=begin', __LINE__)
  call cts_count('taskgroup.pair-kind', 1, 'sync_region kind=taskgroup endpoint=end', __LINE__)
  !$omp end single
  !$omp end parallel
end program
