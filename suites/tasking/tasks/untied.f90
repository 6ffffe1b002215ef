! The untied clause from Fortran shows in the flags.
! REQUIRES: untied_fortran
program untied
  use cts
  implicit none
  !$omp parallel num_threads(2)
  !$omp single
  call cts_mark(__LINE__)
  call cts_expect('task-create.flags-untied', 'task_create => flags&untied', __LINE__)
  !$omp task untied
  call cts_body('task', __LINE__)
  !$omp end task
  call cts_count('task-create.one-per-task', 1, 'task_create flags&explicit', __LINE__)
  !$omp end single
  !$omp end parallel
end program
