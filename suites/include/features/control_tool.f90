! The Fortran module offers omp_control_tool and its kinds.
program control
  use omp_lib
  integer(omp_control_tool_kind) :: command
  integer :: modifier
  command = omp_control_tool_flush
  modifier = 0
  if (omp_control_tool(command, modifier) > 0) stop 1
end program
