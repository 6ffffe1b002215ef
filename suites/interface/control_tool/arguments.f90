! omp_control_tool from Fortran: the tool gets NULL as the third argument, command and modifier as
! they were given.
! REQUIRES: control_tool_fortran
program arguments
  use cts
  use omp_lib
  implicit none
  integer :: answer
  call cts_mark(__LINE__)
  call cts_expect('control.args', 'control_tool => command=3 modifier=17 arg=null', __LINE__)
  answer = omp_control_tool(int(3, omp_control_tool_kind), 17)
  call cts_count('control.dispatch', 1, 'control_tool', __LINE__)
  call cts_value('control.return-value', 'tool found', merge(1, 0, answer >= 0), 1, __LINE__)
end program
