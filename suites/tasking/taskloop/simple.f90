! A taskloop from Fortran: inclusive bounds and a negative step count their iterations.
! REQUIRES: taskloop_fortran
program loops
  use cts
  implicit none
  integer :: i
  !$omp parallel num_threads(2)
  !$omp single
  call cts_mark(__LINE__)
  call cts_expect('taskloop.count', 'work work_type=taskloop endpoint=begin => count=10', __LINE__)
  !$omp taskloop
  do i = 1, 10
    call cts_body('taskloop', __LINE__)
  end do
  !$omp end taskloop
  call cts_expect('taskloop.count', 'work work_type=taskloop endpoint=begin => count=4', __LINE__)
  !$omp taskloop num_tasks(2)
  do i = 20, 5, -5
    call cts_body('taskloop', __LINE__)
  end do
  !$omp end taskloop
  call cts_count('taskloop.pair', 2, 'work work_type=taskloop endpoint=begin', __LINE__)
  call cts_count('taskloop.pair', 2, 'work work_type=taskloop endpoint=end', __LINE__)
  !$omp end single
  !$omp end parallel
end program
