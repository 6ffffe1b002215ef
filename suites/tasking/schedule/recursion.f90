! Recursive tasks from Fortran, final below a cut-off.
module recursion
  use cts
  use omp_lib
  implicit none
contains
  recursive function fib(n) result(f)
    integer, intent(in) :: n
    integer :: f, a, b
    if (n < 2) then
      f = n
      return
    end if
    if (n > 3) then
      call cts_expect('task-create.flags-final', &
                      'task_create encountering_task=current => flags!&final', __LINE__)
    end if
    !$omp task shared(a) final(n <= 3)
    a = fib(n - 1)
    !$omp end task
    b = fib(n - 2)
    !$omp taskwait
    f = a + b
  end function
end module

program main
  use recursion
  implicit none
  integer :: answer
  !$omp parallel num_threads(2)
  !$omp single
  answer = fib(7)
  call cts_value('task-schedule.balanced-return', 'fib(7)', answer, 13, __LINE__)
  !$omp end single
  !$omp end parallel
end program
