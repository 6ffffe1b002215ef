! An undeferred task with dependences from Fortran: flang's code waits for them in a call of its own.
! RULES: codeptr.in-function task-schedule.dependence-respected
program undeferred
  use cts
  implicit none
  integer :: a
  a = 0
  !$omp parallel num_threads(2) shared(a)
  !$omp single
  !$omp task depend(out: a)
  a = 1
  !$omp end task
  !$omp task depend(inout: a) if(.false.)
  call cts_value('task-schedule.dependence-respected', 'a', a, 1, __LINE__)
  !$omp end task
  !$omp end single
  !$omp end parallel
end program
