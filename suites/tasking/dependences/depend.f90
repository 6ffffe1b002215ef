! Dependences from Fortran: the variable's address is announced, with its type.
program depend
  use cts
  use, intrinsic :: iso_c_binding, only: c_loc, c_intptr_t
  implicit none
  integer, target :: a
  integer(c_intptr_t) :: address
  character(len=20) :: text
  a = 0
  address = transfer(c_loc(a), address)
  write (text, '(i0)') address
  !$omp parallel num_threads(2) shared(a)
  !$omp single
  call cts_expect('task-create.has-dependences', 'task_create => has_dependences!=0', __LINE__)
  call cts_expect('dependences.list', 'dependences => ndeps=1 deps[1]=2/3 deps[0]=' // trim(text), &
                  __LINE__)
  !$omp task depend(out: a)
  a = 1
  !$omp end task
  call cts_expect('dependences.list', 'dependences => ndeps=1 deps[1]=1 deps[0]=' // trim(text), &
                  __LINE__)
  !$omp task depend(in: a)
  call cts_value('task-schedule.dependence-respected', 'a', a, 1, __LINE__)
  !$omp end task
  !$omp end single
  !$omp end parallel
end program
