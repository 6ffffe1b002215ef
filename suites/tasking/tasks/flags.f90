! The flags of explicit tasks from Fortran: undeferred by if(.false.), final, and neither.
program create_flags
  use cts
  implicit none
  !$omp parallel num_threads(2)
  !$omp single
  call cts_mark(__LINE__)
  call cts_expect('task-create.flags-undeferred', 'task_create => flags&undeferred', __LINE__)
  !$omp task if(.false.)
  call cts_body('task', __LINE__)
  !$omp end task
  call cts_after('task', __LINE__)
  !$omp task final(.true.)
  call cts_body('task', __LINE__)
  !$omp end task
  call cts_expect('task-create.flags-final', 'task_create => flags!&final', __LINE__)
  call cts_expect('task-create.flags-untied', 'task_create => flags!&untied', __LINE__)
  !$omp task
  call cts_body('task', __LINE__)
  !$omp end task
  call cts_count_range('task-create.one-per-task', 2, 3, 'task_create flags&explicit', __LINE__)
  call cts_count_range('task-create.flags-final', 0, 1, 'task_create flags&final', __LINE__)
  !$omp end single
  !$omp end parallel
end program
